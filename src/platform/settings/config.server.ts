import { distanceBetween } from '../text/edit-distance.ts';
import type { Language } from '../../messages/catalogue.ts';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder } from '../../database/own-folder.server.ts';
import { languagesOf, listed, type Settings, settings } from './settings.server.ts';
import { wordProblem } from '../wire/word-problem.ts';
import { problemOf } from '../wire/plain-problems.ts';

/** An empty variable counts as unset. */
const withoutBlanks = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));

export class ConfigError extends Error {}

const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
export const isLoopback = (host: string): boolean => loopback.test(host);
/** Loopback only, so that no other machine can reach it: a demonstration, or development. */
export const isOfThisMachine = ({ host, publicOrigin }: Pick<Config, 'host' | 'publicOrigin'>): boolean =>
  isLoopback(host) && isLoopback(new URL(publicOrigin).hostname);
// Placeholder secrets from examples and other products' documentation, refused whatever their length.
const placeholders =
  /^(?:<.*>|x+|test|dev|(?:super|my|the)?[-_ ]?(?:secret|password)[-_ \d]*|(?:secret|password)+)$|(?:change|replace)[-_ ]?(?:me|this|it|with)|please[-_ ]?change|your[-_ ]?(?:[a-z]+[-_ ]?)?secret|placeholder|openssl|insecure/i;

/** Reads the environment once. @throws ConfigError with every contradiction in plain words */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const parsed = settings.safeParse(withoutBlanks(env));
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${wordProblem(problemOf(issue))}`).join('\n'),
    );
  }
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  const publicOrigin = (values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/$/, '');
  const isProduction = !loopback.test(new URL(publicOrigin).hostname);

  const problems: string[] = slipsIn(env);
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
  if (values.PURGE_SECRET !== undefined && values.PURGE_URL === undefined)
    problems.push('PURGE_URL: required with PURGE_SECRET, which is sent there.');
  if (values.ORGANIZATION_LOGO_DARK !== undefined && values.ORGANIZATION_LOGO === undefined)
    problems.push('ORGANIZATION_LOGO: required with ORGANIZATION_LOGO_DARK, which stands beside it.');
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
    /** An S3 bucket that replaces `mediaDir`. */
    mediaBucket: bucketSettings(values),
    /** Log of erased accounts, kept outside the database so that restoring a backup can erase them again. */
    erasuresFile: values.ERASURES_FILE ? resolve(values.ERASURES_FILE) : join(dataDir, 'erasures.jsonl'),
    /** When absent, PGlite in `dataDir` is used. */
    databaseUrl: values.DATABASE_URL,
    /** A streaming replica, for reads that depend on no viewer. */
    replicaUrl: values.DATABASE_REPLICA_URL,
    /** The only source of absolute URLs; without a trailing slash. */
    publicOrigin,
    /** Languages of the interface, the default one first. */
    languages: languagesOf(values.LANGUAGES),
    isProduction,
    authSecret: values.AUTH_SECRET ?? generatedSecret(dataDir),
    trustedProxies: listed(values.TRUST_PROXY ?? ''),
    mail: values.SMTP_URL && values.MAIL_FROM ? { url: values.SMTP_URL, from: values.MAIL_FROM } : undefined,
    sms: smsSettings(values),
    smsBudget: { perMinute: values.SMS_PER_MINUTE, perDay: values.SMS_PER_DAY },
    /** Of SMS about answers: a day, of the whole site and to one person. */
    answerSms: { perDay: values.SMS_ANSWERS_PER_DAY, perPerson: values.SMS_ANSWERS_PER_PERSON },
    /** Daily budgets of the whole site. */
    budgets: {
      mailsPerDay: values.CODE_MAILS_PER_DAY,
      receiptsPerDay: values.RECEIPTS_PER_DAY,
      formsPerDay: values.FORMS_PER_DAY,
    },
    organization: {
      name: values.ORGANIZATION_NAME,
      /** Files, SVG or PNG. */
      logo: values.ORGANIZATION_LOGO,
      logoDark: values.ORGANIZATION_LOGO_DARK,
      supportEmail: values.SUPPORT_EMAIL ?? 'support@example.org',
      grievanceOfficer: values.GRIEVANCE_OFFICER ?? 'Sample Officer',
    },
    /** Licence of the open data; undefined: none is stated. */
    dataLicence: values.DATA_LICENCE,
    /** From this moment (midnight in India) no sign-in code is sent to a mail address. */
    emailSignInEnds:
      values.EMAIL_SIGN_IN_ENDS === undefined ? undefined : new Date(`${values.EMAIL_SIGN_IN_ENDS}T00:00:00+05:30`),
    analyticsId: values.GA_MEASUREMENT_ID,
    adsenseClient: values.ADSENSE_CLIENT,
    seedSamples: values.SEED_SAMPLES ? values.SEED_SAMPLES === 'on' : !isProduction,
    /** Whether users who signed in without a mobile number are asked to link one. */
    linkMobilePrompt: values.LINK_MOBILE_PROMPT === 'on',
    /** Whether editors, checkers and admins must add a second factor before they do anything in the studio. */
    needsSecondFactor: values.STUDIO_SECOND_FACTOR ? values.STUDIO_SECOND_FACTOR === 'on' : isProduction,
    /** This instance asks for external links. */
    checksLinks: values.CHECK_LINKS === 'on',
    /** Where changed addresses are told to the caches in front. */
    purge: values.PURGE_URL === undefined ? undefined : { url: values.PURGE_URL, secret: values.PURGE_SECRET },
    /** Interval at which an open page polls its session; 0: only when the page becomes visible. */
    sessionPollSeconds: values.SESSION_POLL_SECONDS,
    /** URL of an OpenTelemetry collector; when absent, no traces are made. */
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Listener that Prometheus scrapes; when absent, nothing is measured. */
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    /** Time between SIGTERM and closing, for the load balancer to take this instance out of rotation. */
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    /** A line for each request. */
    logsAccess: values.ACCESS_LOG === 'on',
  };
}

export type Config = ReturnType<typeof readConfig>;
export type MailSettings = NonNullable<Config['mail']>;
export type SmsSettings = NonNullable<Config['sms']>;
export type BucketSettings = NonNullable<Config['mediaBucket']>;

const names = Object.keys(settings.shape);
/** Names that other programs use, a letter away from a setting's. */
const namesOfOthers = ['LANGUAGE', 'LOGLEVEL', 'DATADIR', 'MAILFROM', 'SMTP_URI', 'DATABASE_URI'];
/** Beginnings that hardly anything but our settings has. */
const ownBeginning = /^(?:ADSENSE|ERASURES|GRIEVANCE|MAIL|MEDIA_S3|METRICS|NAGRIK|ORGANIZATION|PURGE|SMS|SMTP|STUDIO)_/;
/** What Kubernetes and Docker's links set for a service, whose name may be such a beginning: `SMTP_PORT=tcp://…`. */
const ofService = /_(?:SERVICE_(?:HOST|PORT\w*)|PORT_\d+_\w+|ENV_\w+)=|=(?:tcp|udp|sctp):\/\/|_NAME=\//;

/** Variables that are no settings, each with the setting that is nearest to its name, and by how many slips. */
const unknownNames = (env: Record<string, string | undefined>) =>
  Object.entries(withoutBlanks(env)).flatMap(([given, value]) => {
    const written = given.toUpperCase();
    if (names.includes(given) || namesOfOthers.includes(written) || ofService.test(`${written}=${value}`)) return [];
    const byDistance = names.map((name) => ({ given, name, slips: distanceBetween(written, name) }));
    return byDistance.sort((one, other) => one.slips - other.slips).slice(0, 1);
  });

const noSuch = (given: string, name: string) => `${given}: there is no such setting. Did you mean ${name}?`;

/** A setting's name with one slip of the keyboard can be nothing else: without a word, it would count for nothing. */
const slipsIn = (env: Record<string, string | undefined>): string[] =>
  unknownNames(env).flatMap(({ given, name, slips }) =>
    slips <= 1 && name.length >= 6 && !env[name]?.trim() ? [noSuch(given, name)] : [],
  );

/** What is worth a word at the start, but may be another program's: two slips, or a name that begins as ours do. */
export const doubtfulNames = (env: Record<string, string | undefined> = process.env): string[] =>
  unknownNames(env).flatMap(({ given, name, slips }) =>
    (slips === 2 && name.length >= 10 && !env[name]?.trim()) || ownBeginning.test(given.toUpperCase())
      ? [noSuch(given, name)]
      : [],
  );

/** 'hi=1107…,ta=1107…' as a table. */
const registeredTexts = (written = ''): Partial<Record<Language, string>> =>
  Object.fromEntries(written.split(',').flatMap((one) => (one === '' ? [] : [one.split('=', 2)])));

function smsSettings(values: Settings) {
  const {
    SMS_PROVIDER: provider,
    SMS_API_KEY: apiKey,
    /** The six-letter sender ID (header) registered with the operators. */
    SMS_SENDER_ID: senderId,
    /** DLT registration: the organisation's entity ID, and the template ID of the sign-in code's text. */
    SMS_ENTITY_ID: entityId,
    SMS_TEMPLATE_ID: templateId,
    SMS_NOTICE_TEMPLATE_ID: noticeTemplateId,
    SMS_TEMPLATES_TRANSLATED: code,
    SMS_NOTICE_TEMPLATES_TRANSLATED: notice,
    SMS_ANSWER_TEMPLATES: answer,
  } = values;
  return provider && apiKey && senderId && entityId && templateId
    ? {
        provider,
        apiKey,
        senderId,
        entityId,
        templateId,
        noticeTemplateId,
        translated: { code: registeredTexts(code), notice: registeredTexts(notice), answer: registeredTexts(answer) },
      }
    : undefined;
}

function bucketSettings({
  MEDIA_S3_URL: url,
  MEDIA_S3_KEY_ID: keyId,
  MEDIA_S3_SECRET: secret,
  MEDIA_S3_REGION: region,
  MEDIA_CACHE_MB: cacheMegabytes,
}: Settings) {
  return url && keyId && secret
    ? { url: url.replace(/\/+$/, ''), keyId, secret, region, cacheBytes: cacheMegabytes * 1_000_000 }
    : undefined;
}

/** @throws ConfigError where it cannot be used, or others write into it */
export const openDataFolder = (dataDir: string): void => inDataFolder(dataDir, () => {});

function generatedSecret(dataDir: string): string {
  return inDataFolder(dataDir, () => {
    const file = join(dataDir, 'auth-secret');
    // A shorter file is a partial write of a killed process.
    if (existsSync(file) && readFileSync(file, 'utf8').trim().length < 16) rmSync(file);
    if (!existsSync(file))
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return readFileSync(file, 'utf8').trim();
  });
}

function inDataFolder<Result>(dataDir: string, work: () => Result): Result {
  try {
    dataFolder(dataDir);
    return work();
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} cannot be used (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`,
    );
  }
}
