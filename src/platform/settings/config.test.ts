import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'nagrik-config-'));
const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: dataDir, ...env });

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
        translated: { code: { hi: '1108', ta: '1109' }, notice: {} },
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
    const folder = mkdtempSync(join(tmpdir(), 'nagrik-config-'));
    chmodSync(folder, 0o755);
    readConfig({ DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('that holds what the site keeps beside its database is closed as well', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nagrik-config-'));
    for (const name of ['uploads', 'backups', 'lost+found', 'moving', 'restoring']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'control.sock'), '');
    chmodSync(folder, 0o755);
    readConfig({ DATA_DIR: folder });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('with the files of another program keeps its mode', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nagrik-config-'));
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other.log'), '');
    expect(readConfig({ DATA_DIR: folder, AUTH_SECRET: 'sixteen-letters-or-more' }).dataDir).toBe(folder);
    for (const _start of [1, 2]) expect(readConfig({ DATA_DIR: folder }).authSecret).not.toBe('');
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
  });

  it('that everybody writes into is refused and left as it was', () => {
    const folder = mkdtempSync(join(tmpdir(), 'nagrik-config-'));
    chmodSync(folder, 0o1777);
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(/DATA_DIR: .*other users write into it/);
    expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  });
});
