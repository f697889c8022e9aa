import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const blankIsUnset = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
const optional = (schema: z.ZodType<string, string>) => z.preprocess(blankIsUnset, schema.optional());
const text = z.string().trim().min(1);
const origin = z.url({ protocol: /^https?$/ }).refine((url) => new URL(url).origin === url.replace(/\/$/, ''), 'must be an origin such as https://example.org, without a path');
const onOff = z.preprocess(blankIsUnset, z.enum(['on', 'off']).optional());

const environment = z.object({
  NODE_ENV: optional(text),
  PORT: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  ERASURES_FILE: optional(text),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_REPLICA_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  PUBLIC_ORIGIN: optional(origin),
  AUTH_SECRET: optional(text),
  TRUST_PROXY: optional(text),
  ORGANIZATION_NAME: optional(text),
  ORGANIZATION_LOGO: optional(text),
  GRIEVANCE_OFFICER: optional(text),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(text),
  SMS_PROVIDER: z.preprocess(blankIsUnset, z.enum(['msg91', 'fast2sms']).optional()),
  SMS_API_KEY: optional(text),
  SMS_SENDER_ID: optional(text),
  SMS_ENTITY_ID: optional(text),
  SMS_TEMPLATE_ID: optional(text),
  SMS_NOTICE_TEMPLATE_ID: optional(text),
  SMS_PER_MINUTE: z.preprocess(blankIsUnset, z.coerce.number().int().min(1).max(1_000_000).default(60)),
  SMS_PER_DAY: z.preprocess(blankIsUnset, z.coerce.number().int().min(1).max(10_000_000).default(5_000)),
  SUPPORT_EMAIL: optional(text),
  EMAIL_SIGN_IN_ENDS: optional(z.iso.date('must be a date such as 2027-03-31')),
  GA_MEASUREMENT_ID: optional(z.string().regex(/^G-[A-Z0-9]{4,16}$/, 'must look like G-XXXXXXXXXX')),
  ADSENSE_CLIENT: optional(z.string().regex(/^ca-pub-\d{10,20}$/, 'must look like ca-pub-0000000000000000')),
  SEED_SAMPLES: onOff,
  LINK_MOBILE_PROMPT: onOff,
  SESSION_POLL_SECONDS: z.preprocess((value) => (value === 'off' ? 0 : blankIsUnset(value)), z.coerce.number().int().min(0).max(86_400).default(0)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })),
  METRICS_PORT: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(65_535).optional()),
  METRICS_HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  DRAIN_SECONDS: z.preprocess(blankIsUnset, z.coerce.number().int().min(0).max(60).default(2)),
  LOG_LEVEL: z.preprocess(blankIsUnset, z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
});

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

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  mediaDir: string;
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
export const isOfThisMachine = ({ host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>): boolean => isLoopback(host) && isLoopback(new URL(publicOrigin).hostname);
// What examples and other products' documents put there, however long.
const placeholders = /^(?:<.*>|x+|test|dev|(?:super|my|the)?[-_ ]?(?:secret|password)[-_ \d]*|(?:secret|password)+)$|(?:change|replace)[-_ ]?(?:me|this|it|with)|please[-_ ]?change|your[-_ ]?(?:[a-z]+[-_ ]?)?secret|placeholder|openssl|insecure/i;

/** Reads the environment once. Throws ConfigError with every contradiction in plain words. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const publicOrigin = (values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const isProduction = !loopback.test(new URL(publicOrigin).hostname);

  const problems: string[] = [];
  if (isProduction && !values.AUTH_SECRET) problems.push('AUTH_SECRET: required when PUBLIC_ORIGIN is not this machine. Make one: openssl rand -base64 32');
  if (values.AUTH_SECRET !== undefined && (placeholders.test(values.AUTH_SECRET) || values.AUTH_SECRET.length < 16)) {
    problems.push('AUTH_SECRET: a placeholder or too short. Make one: openssl rand -base64 32');
  }
  if (!loopback.test(values.HOST) && !isProduction) problems.push('PUBLIC_ORIGIN: required when HOST is not this machine, because addresses in pages are built from it.');
  if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined) problems.push('DATABASE_URL: required with DATABASE_REPLICA_URL, which is a replica of it.');
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) problems.push('MAIL_FROM: required with SMTP_URL, as in "Nagrik <no-reply@nagrik.example>".');
  if (values.MAIL_FROM !== undefined && !/^(?:[^<>"\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(values.MAIL_FROM)) problems.push('MAIL_FROM: must be one address, as in "Nagrik <no-reply@nagrik.example>".');
  for (const name of ['SMS_API_KEY', 'SMS_SENDER_ID', 'SMS_ENTITY_ID', 'SMS_TEMPLATE_ID'] as const) {
    if (values.SMS_PROVIDER !== undefined && values[name] === undefined) problems.push(`${name}: required with SMS_PROVIDER.`);
  }
  const isOpen = isProduction || !loopback.test(values.HOST);
  if (isOpen && values.SMS_PROVIDER === undefined && values.SMTP_URL === undefined) {
    problems.push('SMS_PROVIDER or SMTP_URL: one of them is required when others can reach this site, because sign-in sends codes. Without one they land in a page that anyone here can read.');
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));

  return {
    host: values.HOST,
    port: values.PORT,
    dataDir,
    mediaDir: join(dataDir, 'media'),
    erasuresFile: values.ERASURES_FILE ? resolve(values.ERASURES_FILE) : join(dataDir, 'erasures.jsonl'),
    databaseUrl: values.DATABASE_URL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    publicOrigin,
    isProduction,
    authSecret: values.AUTH_SECRET ?? generatedSecret(dataDir),
    trustedProxies: values.TRUST_PROXY?.split(',').map((part) => part.trim()).filter(Boolean) ?? [],
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    sms: smsSettings(values),
    smsBudget: { perMinute: values.SMS_PER_MINUTE, perDay: values.SMS_PER_DAY },
    organization: {
      name: values.ORGANIZATION_NAME ?? 'Nagrik',
      logo: values.ORGANIZATION_LOGO ?? '/icon-512.png',
      supportEmail: values.SUPPORT_EMAIL ?? 'support@example.org',
      grievanceOfficer: values.GRIEVANCE_OFFICER ?? 'Sample Officer, Nagrik',
    },
    emailSignInEnds: values.EMAIL_SIGN_IN_ENDS === undefined ? undefined : new Date(`${values.EMAIL_SIGN_IN_ENDS}T00:00:00+05:30`),
    analyticsId: values.GA_MEASUREMENT_ID,
    adsenseClient: values.ADSENSE_CLIENT,
    seedSamples: values.SEED_SAMPLES ? values.SEED_SAMPLES === 'on' : !isProduction,
    linkMobilePrompt: values.LINK_MOBILE_PROMPT !== 'off',
    sessionPollSeconds: values.SESSION_POLL_SECONDS,
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
  };
}

function smsSettings(values: z.infer<typeof environment>): SmsSettings | undefined {
  const { SMS_PROVIDER: provider, SMS_API_KEY: apiKey, SMS_SENDER_ID: senderId, SMS_ENTITY_ID: entityId, SMS_TEMPLATE_ID: templateId, SMS_NOTICE_TEMPLATE_ID: noticeTemplateId } = values;
  return provider && apiKey && senderId && entityId && templateId ? { provider, apiKey, senderId, entityId, templateId, noticeTemplateId } : undefined;
}

function generatedSecret(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
    const file = join(dataDir, 'auth-secret');
    // Shorter: of a process that was killed while it wrote.
    if (existsSync(file) && readFileSync(file, 'utf8').trim().length < 16) rmSync(file);
    if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}).`);
  }
}
