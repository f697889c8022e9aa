import { z } from 'zod';

// Each setting with all that is said of it; docs/settings.md is made from here (npm run settings).
const text = z.string().trim().min(1);
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const onOff = z.enum(['on', 'off']);
const postgres = z.url({ protocol: /^postgres(ql)?$/ });
const http = z.url({ protocol: /^https?$/ });
const origin = http.refine(
  (url) => new URL(url).origin === url.replace(/\/$/, ''),
  'must be an origin such as https://example.org, without a path',
);

export const settings = z.object({
  PORT: whole(0, 65_535).default(3000).meta({ description: 'Where the site listens; 0 takes any port that is free.' }),
  HOST: text
    .default('127.0.0.1')
    .meta({
      description: 'The address it listens on. Anything but this machine needs `PUBLIC_ORIGIN`.',
      examples: ['0.0.0.0'],
    }),
  PUBLIC_ORIGIN: origin
    .optional()
    .meta({
      description:
        'The only source of absolute addresses. Anything but this machine means production, and then `AUTH_SECRET` is required.',
      default: 'http://localhost:`PORT`',
      examples: ['https://nagrik.example'],
    }),
  AUTH_SECRET: text
    .optional()
    .meta({
      description: 'Signs sessions and codes; the same for every instance. Make one: `openssl rand -base64 32`.',
      default: 'generated into `DATA_DIR`',
    }),
  TRUST_PROXY: text
    .optional()
    .meta({
      description: 'Addresses of the proxies to believe, joined by commas.',
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
        'A bucket of any store that speaks S3, for media; needs the next two. After the bucket may come a folder in it.',
      default: 'files in `DATA_DIR`/media',
      examples: ['https://s3.ap-south-1.amazonaws.com/bucket'],
    }),
  MEDIA_S3_KEY_ID: text.optional().meta({ description: 'The key’s name. It may list, read, write and delete there.' }),
  MEDIA_S3_SECRET: text.optional().meta({ description: 'The key’s secret.' }),
  MEDIA_S3_REGION: text
    .optional()
    .meta({
      description: 'The bucket’s region, where its address does not say it.',
      default: 'as in the address, or us-east-1',
      examples: ['auto', 'garage'],
    }),
  MEDIA_CACHE_MB: whole(10, 10_000_000)
    .default(2_000)
    .meta({ description: 'How much of the bucket each instance keeps on its own disk.' }),
  ERASURES_FILE: text
    .optional()
    .meta({
      description:
        'Ids of deleted accounts, so that no backup brings them back; best on another disk than the database.',
      default: '`DATA_DIR`/erasures.jsonl',
    }),
  DATABASE_URL: postgres
    .optional()
    .meta({
      description: 'PostgreSQL, in place of PGlite.',
      default: 'PGlite in `DATA_DIR`',
      examples: ['postgres://nagrik:password@db.example/nagrik?sslmode=verify-full'],
    }),
  DATABASE_REPLICA_URL: postgres
    .optional()
    .meta({ description: 'A streaming replica of it, for reads by whoever is signed out.' }),
  SEED_SAMPLES: onOff
    .optional()
    .meta({
      description: 'Whether an empty database gets the demonstration content.',
      default: 'on, in production off',
    }),
  ORGANIZATION_NAME: text
    .optional()
    .meta({ description: 'The owner’s name, in pages and data blocks.', default: 'Nagrik' }),
  ORGANIZATION_LOGO: text.optional().meta({ description: 'Its picture in data blocks.', default: '/icon-512.png' }),
  SUPPORT_EMAIL: text.optional().meta({ description: 'Where readers may write to.', default: 'support@example.org' }),
  GRIEVANCE_OFFICER: text
    .optional()
    .meta({ description: 'Who answers complaints, as the law wants it named.', default: 'Sample Officer, Nagrik' }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta({
      description:
        'The server that takes mail. Sign-in sends codes: when others can reach the site, mail or SMS is required; without either, codes are at `/dev/outbox`.',
      examples: ['smtps://user:password@mail.example'],
    }),
  MAIL_FROM: text
    .optional()
    .meta({
      description: 'Who mail is from; required with `SMTP_URL`.',
      examples: ['Nagrik <no-reply@nagrik.example>'],
    }),
  EMAIL_SIGN_IN_ENDS: z.iso
    .date('must be a date such as 2027-03-31')
    .optional()
    .meta({
      description: 'From then on people sign in by mobile number only.',
      default: 'never',
      examples: ['2027-03-31'],
    }),
  SMS_PROVIDER: z
    .enum(['msg91', 'fast2sms'])
    .optional()
    .meta({ description: 'Who sends SMS, as decision 8 says; needs the next four.' }),
  SMS_API_KEY: text.optional().meta({ description: 'The provider’s key.' }),
  SMS_SENDER_ID: text
    .optional()
    .meta({ description: 'The six letters that the operators show as sender.', examples: ['NAGRIK'] }),
  SMS_ENTITY_ID: text
    .optional()
    .meta({ description: 'The organisation’s number in the registration with the operators (DLT).' }),
  SMS_TEMPLATE_ID: text.optional().meta({ description: 'The registered number of the text with the code.' }),
  SMS_NOTICE_TEMPLATE_ID: text
    .optional()
    .meta({ description: 'The same of the texts that only tell something; without it they go by mail only.' }),
  SMS_PER_MINUTE: whole(1, 1_000_000).default(60).meta({ description: 'What the site may spend on SMS in a minute.' }),
  SMS_PER_DAY: whole(1, 10_000_000).default(5_000).meta({ description: 'And in a day.' }),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^G-[A-Z0-9]{4,16}$/, 'must look like G-XXXXXXXXXX')
    .optional()
    .meta({ description: 'Google Analytics, loaded after the reader’s consent only.', examples: ['G-XXXXXXXXXX'] }),
  ADSENSE_CLIENT: z
    .string()
    .regex(/^ca-pub-\d{10,20}$/, 'must look like ca-pub-0000000000000000')
    .optional()
    .meta({ description: 'Google AdSense, likewise.', examples: ['ca-pub-0000000000000000'] }),
  LINK_MOBILE_PROMPT: onOff
    .default('on')
    .meta({ description: 'Whether somebody signed in without a mobile number is asked to link one.' }),
  SESSION_POLL_SECONDS: z
    .preprocess((value) => (value === 'off' ? 0 : value), whole(0, 86_400).default(0))
    .meta({
      description: 'How often an open page asks whether its session still lives; it always asks when it is looked at.',
      default: 'off',
    }),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .meta({ description: 'Where Prometheus asks for `/metrics`; keep it from the public.' }),
  METRICS_HOST: text.default('127.0.0.1').meta({ description: 'The address of that port.', examples: ['0.0.0.0'] }),
  OTEL_EXPORTER_OTLP_ENDPOINT: http
    .optional()
    .meta({ description: 'A collector of OpenTelemetry traces.', examples: ['http://127.0.0.1:4318'] }),
  DRAIN_SECONDS: whole(0, 60)
    .default(2)
    .meta({ description: 'How long SIGTERM leaves a load balancer to notice before the port closes.' }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'What is logged, and all that is graver.' }),
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

/** All of them, as they are told to whoever runs the site; names and values between backticks. */
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
