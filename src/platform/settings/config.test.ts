import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, doubtfulNames, readConfig } from './config.server.ts';
import { newFolder } from '../../testing/new-folder.ts';

const dataDir = newFolder();
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });

const asEnvironment = (list: string) => Object.fromEntries(list.split(/\s+/).map((name) => [name, 'a']));
/** As Kubernetes and Docker's links set them for each service of the namespace. */
const ofService = (name: string) => ({
  ...asEnvironment(
    `${name}_SERVICE_HOST ${name}_SERVICE_PORT ${name}_SERVICE_PORT_HTTP ${name}_PORT_25_TCP ${name}_PORT_25_TCP_ADDR ${name}_PORT_25_TCP_PROTO ${name}_PORT_25_TCP_PORT ${name}_ENV_VERSION`,
  ),
  [`${name}_PORT`]: 'tcp://10.0.0.7:25',
  [`${name}_NAME`]: '/site/service',
});
const ordinaryEnvironments = {
  'a login shell': asEnvironment(
    'HOME USER LOGNAME SHELL PWD OLDPWD SHLVL TERM PATH LANG LANGUAGE LC_ALL LC_CTYPE MAIL MAILCHECK HOSTNAME TZ EDITOR DISPLAY SSH_AUTH_SOCK SSH_CONNECTION XDG_DATA_DIRS XDG_DATA_HOME XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS TMPDIR http_proxy no_proxy SUDO_USER',
  ),
  systemd: asEnvironment(
    'INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET SYSTEMD_EXEC_PID LISTEN_PID LISTEN_FDS WATCHDOG_USEC STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY RUNTIME_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE MAINPID',
  ),
  'npm and Node': asEnvironment(
    'npm_config_registry npm_config_cache npm_lifecycle_event npm_package_name npm_package_version npm_execpath npm_node_execpath INIT_CWD NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_VERSION YARN_VERSION COLOR FORCE_COLOR NO_COLOR CI UV_THREADPOOL_SIZE MALLOC_TRIM_THRESHOLD_',
  ),
  'Docker and Kubernetes': Object.assign(
    asEnvironment('container KUBERNETES_PORT POD_NAME POD_IP NODE_NAME NAMESPACE'),
    ...'KUBERNETES DATABASE SMTP MAIL SMS METRIC NAGRIK STUDIO PURGE MEDIA_S3 POSTGRES REDIS'.split(' ').map(ofService),
  ) as Record<string, string>,
  'a hosting platform': asEnvironment(
    'DYNO DATABASE_CONNECTION_POOL_URL DATABASE_PUBLIC_URL DATABASE_PRIVATE_URL HEROKU_POSTGRESQL_COBALT_URL HEROKU_APP_NAME REDIS_URL POSTGRES_URL POSTGRES_PASSWORD PGHOST PGUSER PGPASSWORD PGDATABASE RAILWAY_ENVIRONMENT RAILWAY_PUBLIC_DOMAIN RENDER RENDER_EXTERNAL_URL IS_PULL_REQUEST FLY_APP_NAME FLY_REGION PRIMARY_REGION K_SERVICE K_REVISION WEBSITE_HOSTNAME WEBSITE_SITE_NAME AWS_REGION AWS_SECRET_ACCESS_KEY AUTH_URL AUTH_TRUST_HOST SECRET_KEY SENTRY_DSN WEB_CONCURRENCY',
  ),
  OpenTelemetry: asEnvironment(
    'OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_METRICS_ENDPOINT OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER OTEL_LOG_LEVEL',
  ),
};

describe('the settings', () => {
  it('need nothing for a demo on this machine', () => {
    const config = read();
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      isProduction: false,
      seedSamples: true,
    });
    expect(config.authSecret).toBe(read().authSecret);
  });

  it('leave the environment’s own names alone', () => {
    const url = 'postgres://nagrik:pa,ss@db.example/nagrik';
    expect(read({ MAILFROM: 'a@b.in', DATABASE_URL: url, DATABASE_URLS: url }).databaseUrl).toBe(url);
    expect(read({ LANGUAGE: 'hi:en', HOSTNAME: 'a', POSTGRES_URL: 'b', PUBLIC_ORGIN: '' }).port).toBe(3000);
  });

  it('point at names that look like ours, and are not', () => {
    const doubts = doubtfulNames({
      SMTP_HOST: 'mail.example',
      SMTP_PORT: '25',
      MEDIA_S3_BUCKET: 'media',
      NAGRIK_DATABASE_URL: 'postgres://a/b',
      PUBLC_ORIGN: 'https://nagrik.example',
      GRIEVANCE_OFICCERS: 'A',
      PUBLIC_ORIGIN: '',
    });
    const meant = Object.fromEntries(
      doubts.map((line) => /^(\w+): there is no such setting. Did you mean (\w+)\?$/.exec(line)!.slice(1)),
    );
    expect(meant).toEqual({
      SMTP_HOST: expect.any(String) as string,
      SMTP_PORT: expect.any(String) as string,
      MEDIA_S3_BUCKET: expect.stringMatching(/^MEDIA_S3_/) as string,
      NAGRIK_DATABASE_URL: expect.stringMatching(/^DATABASE_/) as string,
      PUBLC_ORIGN: 'PUBLIC_ORIGIN',
      GRIEVANCE_OFICCERS: 'GRIEVANCE_OFFICER',
    });
    expect(read({ SMTP_HOST: 'mail.example' }).mail).toBeUndefined();
  });

  it.each(Object.entries(ordinaryEnvironments))('say nothing of what %s sets', (_of, env) => {
    expect(doubtfulNames(env)).toEqual([]);
    expect(() => read(env)).not.toThrow();
  });

  it('treat an empty setting as none', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ', GA_MEASUREMENT_ID: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      analyticsId: undefined,
    });
  });

  it.each([
    [{ PUBLIC_ORIGIN: 'https://nagrik.example' }, 'AUTH_SECRET'],
    [{ PUBLIC_ORIGIN: 'https://nagrik.example', AUTH_SECRET: 'changeme' }, 'AUTH_SECRET'],
    [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
    ...[
      'replace-me-with-a-long-secret',
      'please-change-this-secret',
      'changemechangemechangeme',
      'your-auth-secret-goes-here',
      '<openssl rand -base64 32>',
      'secretsecretsecretsecret',
      'insecure-development-only',
      'this-is-a-placeholder-value',
    ].map((secret) => [{ AUTH_SECRET: secret }, 'AUTH_SECRET'] as [Record<string, string>, string]),
    [{ PUBLIC_ORIGIN: 'https://nagrik.example/path', AUTH_SECRET: 'a'.repeat(40) }, 'PUBLIC_ORIGIN'],
    [{ PUBLIC_ORIGIN: 'nagrik.example' }, 'PUBLIC_ORIGIN: must be a full web address'],
    [{ PUBLIC_ORIGIN: 'localhost:3000' }, 'PUBLIC_ORIGIN: must be a full web address'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN'],
    [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY: must be addresses or networks'],
    [{ TRUST_PROXY: '127.0.0.1, 10.0.0.0/99' }, 'TRUST_PROXY: must be addresses or networks'],
    [{ PORT: 'http' }, 'PORT'],
    [{ DATABASE_REPLICA_URL: 'postgres://127.0.0.1/news' }, 'DATABASE_URL'],
    [{ METRICS_PORT: 'all' }, 'METRICS_PORT'],
    [{ MEDIA_S3_URL: 'https://s3.example/bucket' }, 'MEDIA_S3_KEY_ID'],
    [{ MEDIA_S3_URL: 'https://s3.example/bucket', MEDIA_S3_KEY_ID: 'k' }, 'MEDIA_S3_SECRET'],
    [{ MEDIA_S3_KEY_ID: 'k', MEDIA_S3_SECRET: 's' }, 'MEDIA_S3_URL'],
    [
      { MEDIA_S3_URL: 'https://s3.example/', MEDIA_S3_KEY_ID: 'k', MEDIA_S3_SECRET: 's' },
      'MEDIA_S3_URL: must name the bucket',
    ],
    [
      { MEDIA_S3_URL: 'https://k:s@s3.example/bucket', MEDIA_S3_KEY_ID: 'k', MEDIA_S3_SECRET: 's' },
      'MEDIA_S3_URL: must be a plain address',
    ],
    [{ MEDIA_S3_URL: 's3://bucket', MEDIA_S3_KEY_ID: 'k', MEDIA_S3_SECRET: 's' }, 'MEDIA_S3_URL'],
    [{ MEDIA_CACHE_MB: '1' }, 'MEDIA_CACHE_MB'],
    [{ PUBLIC_ORIGIN: 'https://nagrik.example', AUTH_SECRET: 'a'.repeat(40) }, 'SMS_PROVIDER or SMTP_URL'],
    [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:3000' }, 'SMS_PROVIDER or SMTP_URL'],
    [{ SMTP_URL: 'smtp://127.0.0.1:25' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@b.in, c@d.in' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.in' }, 'SMTP_URL: must be the URL of a mail server'],
    [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER'],
    [{ SMS_PROVIDER: 'msg91', SMS_API_KEY: 'k' }, 'SMS_TEMPLATE_ID'],
    [{ SMS_PER_DAY: '0' }, 'SMS_PER_DAY'],
    [{ ORGANIZATION_NAME: 'Lucknow\nKhabar' }, 'ORGANIZATION_NAME: must be one line'],
    [{ ORGANIZATION_NAME: 'K'.repeat(81) }, 'ORGANIZATION_NAME'],
    [{ ORGANIZATION_LOGO_DARK: 'dark.svg' }, 'ORGANIZATION_LOGO: required'],
    [{ PURGE_SECRET: 'only this' }, 'PURGE_URL'],
    [{ PURGE_URL: 'http://me:secret@127.0.0.1/purge' }, 'PURGE_SECRET'],
    [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: must be the URL of a PostgreSQL database'],
    [{ GA_MEASUREMENT_ID: "G-1');alert(1" }, 'GA_MEASUREMENT_ID'],
    [{ DATABASE_URL: 'postgres://u@a.example,b.example/news' }, 'DATABASE_URL: must name one host'],
    [{ DATABASE_URL: 'postgres://u@/news?host=a.example,b.example' }, 'DATABASE_URL: must name one host'],
    [{ DATABASE_URL: 'postgres://u@a/news?target_session_attrs=read-write' }, 'DATABASE_URL: must name one host'],
    [{ PUBLIC_ORGIN: 'https://nagrik.example' }, 'PUBLIC_ORGIN: there is no such setting. Did you mean PUBLIC_ORIGIN?'],
    [{ SMTP_ULR: 'smtp://127.0.0.1' }, 'Did you mean SMTP_URL?'],
    [{ DATABASE_URLS: 'postgres://a/b' }, 'Did you mean DATABASE_URL?'],
    [{ AUTH_SECRED: 'a'.repeat(40) }, 'Did you mean AUTH_SECRET?'],
    [
      { public_origin: 'https://nagrik.example' },
      'public_origin: there is no such setting. Did you mean PUBLIC_ORIGIN?',
    ],
  ])('refuse %j and name the setting', (env, name) => {
    expect(() => read(env as Record<string, string>)).toThrow(ConfigError);
    expect(() => read(env as Record<string, string>)).toThrow(name);
  });

  it('name a provider for SMS, for mail, or both', () => {
    const sms = {
      SMS_PROVIDER: 'msg91',
      SMS_API_KEY: 'k',
      SMS_SENDER_ID: 'NAGRIK',
      SMS_ENTITY_ID: '1101',
      SMS_TEMPLATE_ID: '1107',
      SMS_TEMPLATES_TRANSLATED: 'hi=1108,ta=1109',
    };
    const production = {
      PUBLIC_ORIGIN: 'https://nagrik.example',
      AUTH_SECRET: 'Jx0q3ZcW9vT1bY7nM5kR',
      HOST: '0.0.0.0',
    };
    expect(read({ ...production, ...sms })).toMatchObject({
      mail: undefined,
      sms: {
        provider: 'msg91',
        apiKey: 'k',
        senderId: 'NAGRIK',
        entityId: '1101',
        templateId: '1107',
        noticeTemplateId: undefined,
        translated: { code: { hi: '1108', ta: '1109' }, notice: {}, answer: {} },
      },
      smsBudget: { perMinute: 1_000, perDay: 5_000 },
    });
    expect(
      read({
        ...production,
        SMTP_URL: 'smtps://u:p@mail.example',
        MAIL_FROM: 'Nagrik <no-reply@nagrik.example>',
        SMS_PER_DAY: '9',
      }),
    ).toMatchObject({
      sms: undefined,
      mail: { url: 'smtps://u:p@mail.example', from: 'Nagrik <no-reply@nagrik.example>' },
      smsBudget: { perDay: 9 },
    });
  });

  it('seed no samples in production unless asked', () => {
    const production = {
      PUBLIC_ORIGIN: 'https://nagrik.example',
      AUTH_SECRET: 'Jx0q3ZcW9vT1bY7nM5kR',
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'no-reply@nagrik.example',
    };
    expect(read(production).seedSamples).toBe(false);
    expect(read({ ...production, SEED_SAMPLES: 'on' }).seedSamples).toBe(true);
  });
});

describe('a data folder', () => {
  it('that existed is closed to other users', () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    readConfig({ DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('that holds what the site keeps beside its database is closed as well', () => {
    const folder = newFolder();
    for (const name of ['uploads', 'backups', 'lost+found', 'moving', 'restoring']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'control.sock'), '');
    chmodSync(folder, 0o755);
    readConfig({ DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('with the files of another program keeps its mode', () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other.log'), '');
    expect(readConfig({ DATA_DIR: folder, AUTH_SECRET: 'sixteen-letters-or-more' }).dataDir).toBe(folder);
    for (const _start of [1, 2]) expect(readConfig({ DATA_DIR: folder }).authSecret).not.toBe('');
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
  });

  it('that everybody writes into is refused and left as it was', () => {
    const folder = newFolder();
    chmodSync(folder, 0o1777);
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(/DATA_DIR: .*other users write into it/);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });
});
