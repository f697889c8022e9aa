import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Settings, settings } from './settings.server.ts';

/** An empty setting is none. */
const withoutBlanks = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

export type MailSettings = { url: string; from: string };
export type SmsSettings = {
  provider: 'msg91' | 'fast2sms';
  apiKey: string;
  /** The six letters that the operators show as sender. */
  senderId: string;
  /** Numbers of the registration with the operators (DLT): the organisation's, and that of the text with the code. */
  entityId: string;
  templateId: string;
  /** Of the text that tells about a change; without it such messages go by mail only. */
  noticeTemplateId: string | undefined;
};

export type BucketSettings = {
  url: string;
  keyId: string;
  secret: string;
  /** Where the address does not say it. */ region: string | undefined;
  /** Of each instance. */ cacheBytes: number;
};

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  mediaDir: string;
  /** Holds the media in place of `mediaDir`. */
  mediaBucket: BucketSettings | undefined;
  /** Who was deleted, outside the database: read when a backup is restored. */
  erasuresFile: string;
  /** Absent means PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  /** A streaming replica, for reads of nobody in particular. */
  replicaUrl: string | undefined;
  /** The only source of absolute addresses; no trailing slash. */
  publicOrigin: string;
  isProduction: boolean;
  authSecret: string;
  trustedProxies: string[];
  mail: MailSettings | undefined;
  sms: SmsSettings | undefined;
  smsBudget: { perMinute: number; perDay: number };
  organization: { name: string; logo: string; supportEmail: string; grievanceOfficer: string };
  /** From then on no sign-in code goes to an address: midnight in India. */
  emailSignInEnds: Date | undefined;
  analyticsId: string | undefined;
  adsenseClient: string | undefined;
  seedSamples: boolean;
  /** Whether somebody signed in without a mobile number is asked to link one. */
  linkMobilePrompt: boolean;
  /** How often an open page reads its session again; 0 only when it is looked at. */
  sessionPollSeconds: number;
  /** Of a collector of OpenTelemetry traces; absent, none are made. */
  tracesEndpoint: string | undefined;
  /** Where Prometheus asks; absent, nothing is measured. */
  metrics: { host: string; port: number } | undefined;
  /** How long SIGTERM leaves a load balancer to notice. */
  drainSeconds: number;
  logLevel: string;
};

export class ConfigError extends Error {}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
export const isLoopback = (host: string): boolean => loopback.test(host);
/** Nobody but this machine can reach it: a demonstration, or development. */
export const isOfThisMachine = ({ host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>): boolean =>
  isLoopback(host) && isLoopback(new URL(publicOrigin).hostname);
// What examples and other products' documents put there, however long.
const placeholders =
  /^(?:<.*>|x+|test|dev|(?:super|my|the)?[-_ ]?(?:secret|password)[-_ \d]*|(?:secret|password)+)$|(?:change|replace)[-_ ]?(?:me|this|it|with)|please[-_ ]?change|your[-_ ]?(?:[a-z]+[-_ ]?)?secret|placeholder|openssl|insecure/i;

/** Reads the environment once. Throws ConfigError with every contradiction in plain words. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = settings.safeParse(withoutBlanks(env));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const publicOrigin = (values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const isProduction = !loopback.test(new URL(publicOrigin).hostname);

  const problems: string[] = [];
  if (isProduction && !values.AUTH_SECRET)
    problems.push('AUTH_SECRET: required when PUBLIC_ORIGIN is not this machine. Make one: openssl rand -base64 32');
  if (values.AUTH_SECRET !== undefined && (placeholders.test(values.AUTH_SECRET) || values.AUTH_SECRET.length < 16)) {
    problems.push('AUTH_SECRET: a placeholder or too short. Make one: openssl rand -base64 32');
  }
  if (!loopback.test(values.HOST) && !isProduction)
    problems.push(
      'PUBLIC_ORIGIN: required when HOST is not this machine, because addresses in pages are built from it.',
    );
  if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined)
    problems.push('DATABASE_URL: required with DATABASE_REPLICA_URL, which is a replica of it.');
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined)
    problems.push('MAIL_FROM: required with SMTP_URL, as in "Nagrik <no-reply@nagrik.example>".');
  if (
    values.MAIL_FROM !== undefined &&
    !/^(?:[^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(values.MAIL_FROM)
  )
    problems.push('MAIL_FROM: must be one address, as in "Nagrik <no-reply@nagrik.example>".');
  for (const [name, other] of [
    ['MEDIA_S3_KEY_ID', 'MEDIA_S3_URL'],
    ['MEDIA_S3_SECRET', 'MEDIA_S3_URL'],
    ['MEDIA_S3_URL', 'MEDIA_S3_KEY_ID'],
  ] as const) {
    if (values[other] !== undefined && values[name] === undefined) problems.push(`${name}: required with ${other}.`);
  }
  for (const name of ['SMS_API_KEY', 'SMS_SENDER_ID', 'SMS_ENTITY_ID', 'SMS_TEMPLATE_ID'] as const) {
    if (values.SMS_PROVIDER !== undefined && values[name] === undefined)
      problems.push(`${name}: required with SMS_PROVIDER.`);
  }
  const isOpen = isProduction || !loopback.test(values.HOST);
  if (isOpen && values.SMS_PROVIDER === undefined && values.SMTP_URL === undefined) {
    problems.push(
      'SMS_PROVIDER or SMTP_URL: one of them is required when others can reach this site, because sign-in sends codes. Without one they land in a page that anyone here can read.',
    );
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  return {
    host: values.HOST,
    port: values.PORT,
    dataDir,
    mediaDir: join(dataDir, 'media'),
    mediaBucket: bucketSettings(values),
    erasuresFile: values.ERASURES_FILE ? resolve(values.ERASURES_FILE) : join(dataDir, 'erasures.jsonl'),
    databaseUrl: values.DATABASE_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    publicOrigin,
    isProduction,
    authSecret: values.AUTH_SECRET ?? generatedSecret(dataDir),
    trustedProxies:
      values.TRUST_PROXY?.split(',')
        .map((part) => part.trim())
        .filter(Boolean) ?? [],
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    sms: smsSettings(values),
    smsBudget: { perMinute: values.SMS_PER_MINUTE, perDay: values.SMS_PER_DAY },
    organization: {
      name: values.ORGANIZATION_NAME ?? 'Nagrik',
      logo: values.ORGANIZATION_LOGO ?? '/icon-512.png',
      supportEmail: values.SUPPORT_EMAIL ?? 'support@example.org',
      grievanceOfficer: values.GRIEVANCE_OFFICER ?? 'Sample Officer, Nagrik',
    },
    emailSignInEnds:
      values.EMAIL_SIGN_IN_ENDS === undefined ? undefined : new Date(`${values.EMAIL_SIGN_IN_ENDS}T00:00:00+05:30`),
    analyticsId: values.GA_MEASUREMENT_ID,
    adsenseClient: values.ADSENSE_CLIENT,
    seedSamples: values.SEED_SAMPLES ? values.SEED_SAMPLES === 'on' : !isProduction,
    linkMobilePrompt: values.LINK_MOBILE_PROMPT === 'on',
    sessionPollSeconds: values.SESSION_POLL_SECONDS,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
  };
}

function smsSettings(values: Settings): SmsSettings | undefined {
  const {
    SMS_PROVIDER: provider,
    SMS_API_KEY: apiKey,
    SMS_SENDER_ID: senderId,
    SMS_ENTITY_ID: entityId,
    SMS_TEMPLATE_ID: templateId,
    SMS_NOTICE_TEMPLATE_ID: noticeTemplateId,
  } = values;
  return provider && apiKey && senderId && entityId && templateId
    ? { provider, apiKey, senderId, entityId, templateId, noticeTemplateId }
    : undefined;
}

function bucketSettings({
  MEDIA_S3_URL: url,
  MEDIA_S3_KEY_ID: keyId,
  MEDIA_S3_SECRET: secret,
  MEDIA_S3_REGION: region,
  MEDIA_CACHE_MB: cacheMegabytes,
}: Settings): BucketSettings | undefined {
  return url && keyId && secret
    ? { url: url.replace(/\/+$/, ''), keyId, secret, region, cacheBytes: cacheMegabytes * 1_000_000 }
    : undefined;
}

function generatedSecret(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
    const file = join(dataDir, 'auth-secret');
    // Shorter: of a process that was killed while it wrote.
    if (existsSync(file) && readFileSync(file, 'utf8').trim().length < 16) rmSync(file);
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}).`,
    );
  }
}
