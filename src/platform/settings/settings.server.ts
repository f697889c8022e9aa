import proxyaddr from '@fastify/proxy-addr';
import { z } from 'zod';
import { languages } from '../../messages/languages-here.ts';
import '../wire/plain-problems.ts';
import { isLanguage } from './site-languages.ts';

// Schema and documentation of every setting; docs/settings.md is generated from here (npm run settings).
const text = z.string().trim().min(1);
/** What the site may call itself; the studio checks the same. */
export const siteNameText = text.max(80).regex(/^\P{Cc}*$/u, 'must be one line');
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** `hi=1107…,ta=1107…`: a template id for each of some languages. */
const registeredTexts = z
  .string()
  .trim()
  .regex(
    new RegExp(`^(?:${languages.join('|')})=[\\w-]{1,40}(?:,(?:${languages.join('|')})=[\\w-]{1,40})*$`),
    'must be languages with their template ids, such as hi=1107170000000000001,ta=1107170000000000002',
  );
const onOff = z.enum(['on', 'off']);
const postgres = z
  .string()
  .refine((url) => !/^\w+:\/\/(?:[^/?#]*@)?(?![^/?#]*@)[^/?#]*,|[?&](?:host=[^&]*,|target_session_attrs=)/.test(url), {
    message:
      'must name one host, without target_session_attrs: the driver follows no list. For failover give an address that moves with the primary: a virtual address, a pooler in session mode, or the name that your provider gives',
    abort: true,
  })
  .pipe(
    z.url({
      protocol: /^postgres(ql)?$/,
      message: 'must be the URL of a PostgreSQL database, such as postgres://nagrik:password@db.example/nagrik',
    }),
  );
const http = z.url({ protocol: /^https?$/, abort: true });
const origin = http.refine(
  (url) => new URL(url).origin === url.replace(/\/$/, ''),
  'must be an origin such as https://example.org, without a path',
);

/** The entries of a list with commas. */
export const listed = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

function areNetworks(list: string): boolean {
  try {
    proxyaddr.compile(listed(list));
    return true;
  } catch {
    return false;
  }
}

/** The languages that LANGUAGES names. */
export const languagesOf = (list: string) => list.split(',').map((name) => name.trim().toLowerCase());

export const settings = z.object({
  PORT: whole(0, 65_535)
    .default(3000)
    .meta({ description: 'The port on which the site listens; 0 chooses a free port.' }),
  HOST: text.default('127.0.0.1').meta({
    description: 'The address on which it listens. Any address but loopback requires `PUBLIC_ORIGIN`.',
    examples: ['0.0.0.0'],
  }),
  PUBLIC_ORIGIN: origin.optional().meta({
    description:
      'The only source of absolute URLs. Any other host than this machine means production, and then `AUTH_SECRET` is required.',
    default: 'http://localhost:`PORT`',
    examples: ['https://nagrik.example'],
  }),
  LANGUAGES: text
    .refine(
      (list) => {
        const chosen = languagesOf(list);
        return chosen.every(isLanguage) && new Set(chosen).size === chosen.length;
      },
      `must name each language once, of: ${languages.join(', ')}`,
    )
    .default('en,hi')
    .meta({
      description:
        'The languages of the interface, separated by commas. The first is the default: its pages have no prefix, those of the others stand below `/hi` and so on.',
      examples: ['hi,en', 'en,hi,ta'],
    }),
  AUTH_SECRET: text.optional().meta({
    description:
      'The secret from which all keys are derived; the same for every instance. To change it: `npm run rotate-secret`. Generate one: `openssl rand -base64 32`.',
    default: 'generated into `DATA_DIR`',
  }),
  TRUST_PROXY: text
    .refine(areNetworks, 'must be addresses or networks, separated by commas, such as 10.0.0.0/8,127.0.0.1')
    .optional()
    .meta({
      description: 'Addresses of the trusted proxies, separated by commas.',
      examples: ['10.0.0.0/8,127.0.0.1'],
    }),
  DATA_DIR: text
    .default('./data')
    .meta({ description: 'PGlite’s files, media, the generated secret.', examples: ['/var/lib/nagrik'] }),
  MEDIA_S3_URL: http
    .refine(
      (url) => (URL.parse(url)?.pathname ?? '').length > 1,
      'must name the bucket, as in https://s3.example/bucket',
    )
    .refine(
      (url) => !/[?#]|\/\/[^/]*@/.test(url),
      'must be a plain address: the key and the secret have settings of their own',
    )
    .optional()
    .meta({
      description:
        'A bucket for media, in any S3-compatible object store; requires the next two settings. A folder may follow the name of the bucket.',
      default: 'files in `DATA_DIR`/media',
      examples: ['https://s3.ap-south-1.amazonaws.com/bucket'],
    }),
  MEDIA_S3_KEY_ID: text.optional().meta({
    description: 'The id of the access key. It needs the rights to list, read, write and delete in the bucket.',
  }),
  MEDIA_S3_SECRET: text.optional().meta({ description: 'The secret of the access key.' }),
  MEDIA_S3_REGION: text.optional().meta({
    description: 'The region of the bucket, if it is not part of the address.',
    default: 'as in the address, or us-east-1',
    examples: ['auto', 'garage'],
  }),
  MEDIA_CACHE_MB: whole(10, 10_000_000)
    .default(2_000)
    .meta({ description: 'The size in megabytes of each instance’s cache of the bucket on its own disk.' }),
  ERASURES_FILE: text.optional().meta({
    description:
      'The list of ids of deleted accounts, so that no backup restores them; best on another disk than the database.',
    default: '`DATA_DIR`/erasures.jsonl',
  }),
  DATABASE_URL: postgres.optional().meta({
    description: 'The PostgreSQL database, instead of PGlite.',
    default: 'PGlite in `DATA_DIR`',
    examples: ['postgres://nagrik:password@db.example/nagrik?sslmode=verify-full'],
  }),
  DATABASE_REPLICA_URL: postgres
    .optional()
    .meta({ description: 'A streaming replica of it, for reads by signed-out visitors.' }),
  SEED_SAMPLES: onOff.optional().meta({
    description: 'Whether an empty database is filled with the demonstration content.',
    default: 'on, in production off',
  }),
  ORGANIZATION_NAME: siteNameText.optional().meta({
    description: 'What the site calls itself everywhere, in every language. A name from the studio counts before it.',
    default: 'Nagrik',
  }),
  ORGANIZATION_LOGO: text.optional().meta({
    description:
      'A file with the site’s logo, SVG (at most 200 kB) or PNG, for its header, icons, share picture and structured data. A logo from the studio counts before it and the next one.',
    default: 'the name; without a name of its own, the mark of Nagrik',
    examples: ['/etc/nagrik/logo.svg'],
  }),
  ORGANIZATION_LOGO_DARK: text.optional().meta({
    description: 'The same for dark ground.',
    default: 'as `ORGANIZATION_LOGO`',
    examples: ['/etc/nagrik/logo-dark.svg'],
  }),
  SUPPORT_EMAIL: text
    .optional()
    .meta({ description: 'The mail address for readers; alerts go there too.', default: 'support@example.org' }),
  DATA_LICENCE: text.optional().meta({
    description:
      'The licence of the rules of schemes as open data, by its usual short name; it is stated on `/open-data` and in `/api/schemes/rules`.',
    default: 'none is stated',
    examples: ['CC BY 4.0'],
  }),
  GRIEVANCE_OFFICER: text.optional().meta({
    description: 'The name of the grievance officer, which the law requires to be published.',
    default: 'Sample Officer',
  }),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      message: 'must be the URL of a mail server, such as smtps://user:password@mail.example',
    })
    .optional()
    .meta({
      description:
        'The server for outgoing mail. A site that other machines can reach needs mail or SMS for its codes; on this machine alone they stand at `/dev/outbox`.',
      examples: ['smtps://user:password@mail.example'],
    }),
  MAIL_FROM: text.optional().meta({
    description: 'The sender of mail; required with `SMTP_URL`. An address alone gets the site’s name.',
    examples: ['Nagrik <no-reply@nagrik.example>'],
  }),
  EMAIL_SIGN_IN_ENDS: z.iso
    .date('must be a date such as 2027-03-31')
    .optional()
    .meta({
      description: 'From this date on, people can sign in by mobile number only.',
      default: 'never',
      examples: ['2027-03-31'],
    }),
  SMS_PROVIDER: z
    .enum(['msg91', 'fast2sms'])
    .optional()
    .meta({ description: 'The SMS provider (decision 8); requires the next four settings.' }),
  SMS_API_KEY: text.optional().meta({ description: 'The provider’s API key.' }),
  SMS_SENDER_ID: text
    .optional()
    .meta({ description: 'The registered sender: the six letters that phones show.', examples: ['NAGRIK'] }),
  SMS_ENTITY_ID: text
    .optional()
    .meta({ description: 'The organisation’s entity id in the registration with the operators (DLT).' }),
  SMS_TEMPLATE_ID: text.optional().meta({ description: 'The template id of the registered text with the code.' }),
  SMS_NOTICE_TEMPLATE_ID: text
    .optional()
    .meta({ description: 'The template id of the texts that only notify; without it they go by mail only.' }),
  SMS_TEMPLATES_TRANSLATED: registeredTexts.optional().meta({
    description: 'The template ids of the text with the code in other languages; all others get it in English.',
    examples: ['hi=1107170000000000001,ta=1107170000000000002'],
  }),
  SMS_NOTICE_TEMPLATES_TRANSLATED: registeredTexts
    .optional()
    .meta({ description: 'The same for the texts that only notify.', examples: ['hi=1107170000000000003'] }),
  SMS_ANSWER_TEMPLATES: registeredTexts.optional().meta({
    description: 'The text ‘your question has an answer’, with its variable `link`, by language; without it none goes.',
    examples: ['en=1107170000000000004,hi=1107170000000000005'],
  }),
  SMS_ANSWERS_PER_DAY: whole(1, 10_000_000).default(200).meta({ description: 'SMS about answers a day.' }),
  SMS_ANSWERS_PER_PERSON: whole(1, 100).default(2).meta({ description: 'Of these, to one person.' }),
  SMS_PER_MINUTE: whole(1, 1_000_000).default(1_000).meta({
    description:
      'How many SMS the site may send in a minute. Browsers that have signed in before have half as many besides.',
  }),
  SMS_PER_DAY: whole(1, 10_000_000).default(5_000).meta({
    description: 'How many SMS the site may send in a day. Browsers that have signed in before may exceed it by half.',
  }),
  CODE_MAILS_PER_DAY: whole(1, 10_000_000)
    .default(20_000)
    .meta({ description: 'How many sign-in codes the site may mail in a day.' }),
  RECEIPTS_PER_DAY: whole(1, 10_000_000)
    .default(2_000)
    .meta({ description: 'How many receipts of complaints the site may mail in a day.' }),
  FORMS_PER_DAY: whole(1, 10_000_000)
    .default(2_000)
    .meta({ description: 'How many support messages and complaints the site accepts in a day.' }),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,16}$/, 'must look like G-XXXXXXXXXX')
    .optional()
    .meta({ description: 'Google Analytics, loaded only after the reader’s consent.', examples: ['G-XXXXXXXXXX'] }),
  ADSENSE_CLIENT: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must look like ca-pub-0000000000000000')
    .optional()
    .meta({
      description: 'Google AdSense, loaded only after the reader’s consent.',
      examples: ['ca-pub-0000000000000000'],
    }),
  STUDIO_SECOND_FACTOR: onOff.optional().meta({
    description:
      'Whether editors, checkers and admins must add a second factor before they do anything in the studio. Whoever has added one always needs it.',
    default: 'on if the site is reachable from other machines',
  }),
  CHECK_LINKS: onOff.default('off').meta({
    description:
      'Whether this instance checks the external links of published pieces ([operating.md](operating.md)). Turn it on for one instance.',
  }),
  PURGE_URL: http
    .refine((url) => !/^[^:]+:\/\/[^/]*@/.test(url), 'must hold no name and password: use PURGE_SECRET')
    .optional()
    .meta({
      description:
        'Where changed addresses are told, so that a CDN or another cache in front drops them ([operating.md](operating.md)).',
      examples: ['https://api.cloudflare.com/client/v4/zones/ZONE/purge_cache', 'http://127.0.0.1:8090/purge'],
    }),
  PURGE_SECRET: text.optional().meta({
    description: 'Sent to `PURGE_URL` as `Authorization: Bearer …`.',
  }),
  LINK_MOBILE_PROMPT: onOff
    .default('on')
    .meta({ description: 'Whether signed-in users without a mobile number are asked to link one.' }),
  SESSION_POLL_SECONDS: z
    .preprocess((value) => (value === 'off' ? 0 : value), whole(0, 86_400).default(0))
    .meta({
      description:
        'How often an open page checks that its session is still valid; it always checks when it becomes visible.',
      default: 'off',
    }),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .meta({ description: 'The port of `/metrics` for Prometheus; do not expose it to the public.' }),
  METRICS_HOST: text
    .default('127.0.0.1')
    .meta({ description: 'The address on which the metrics port listens.', examples: ['0.0.0.0'] }),
  OTEL_EXPORTER_OTLP_ENDPOINT: http
    .optional()
    .meta({ description: 'The collector for OpenTelemetry traces.', examples: ['http://127.0.0.1:4318'] }),
  DRAIN_SECONDS: whole(0, 60).default(2).meta({
    description: 'How long the instance drains after SIGTERM, so that a load balancer notices before the port closes.',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'The lowest level of severity that is logged.' }),
  ACCESS_LOG: onOff
    .default('off')
    .meta({ description: 'Whether each request is logged, with the network it came from.' }),
});

export type Settings = z.infer<typeof settings>;

type Described = {
  description: string;
  default?: string | number;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  examples?: string[];
};

/** All settings as the operator's documentation shows them; names and values in backticks. */
export function describeSettings(): { name: string; standard: string; values: string; about: string }[] {
  return Object.entries(z.toJSONSchema(settings).properties as Record<string, Described>).map(
    ([name, { description, default: standard, enum: choices, minimum, maximum, examples }]) => ({
      name,
      standard: String(standard ?? 'none'),
      values:
        maximum === undefined
          ? (choices ?? examples ?? []).map((value) => `\`${value}\``).join(', ')
          : `${minimum} to ${maximum}`,
      about: description,
    }),
  );
}
