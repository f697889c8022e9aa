import { z } from 'zod';
import { refusal } from '../../platform/wire/problem.ts';
import { oneOf, safeText } from '../../platform/wire/wire.ts';

export const ways = ['push', 'mail', 'sms'] as const;
export const mostSubscriptions = 10;
export const digests = ['none', 'daily', 'weekly'] as const;

/** Each way once. */
const listOfWays = z
  .array(z.enum(ways))
  .max(ways.length)
  .transform((list) => ways.filter((way) => list.includes(way)));
/** Local time in India; null: none. */
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, refusal('field.clock'))
  .nullable();

const settings = {
  answers: listOfWays,
  follows: listOfWays,
  changes: listOfWays,
  digest: z.enum(digests),
  routed: z.boolean(),
  quietFrom: timeOfDay,
  quietUntil: timeOfDay,
};
const wayList = z.array(z.enum(ways));
export const telling = z.object({ ...settings, answers: wayList, follows: wayList, changes: wayList });
/** By which ways somebody is notified of what, and when not. */
export type Telling = z.infer<typeof telling>;
export const oneTelling = oneOf(telling);
export const changeTelling = z.strictObject(settings).partial();
export type ChangeTelling = z.infer<typeof changeTelling>;

const key = (bytes: number) =>
  safeText(200, 1).refine((text) => Buffer.from(text, 'base64url').length === bytes, refusal('field.bytes', bytes));
export const subscribeInput = z.strictObject({
  endpoint: safeText(1_000, 1),
  /** As the browser's PushSubscription names them: a point of P-256, and a secret. */
  keys: z.strictObject({ p256dh: key(65), auth: key(16) }),
});
export type SubscribeInput = z.infer<typeof subscribeInput>;
export const oneSubscription = oneOf(z.object({ id: z.string() }));
export const pushKey = oneOf(z.object({ publicKey: z.string() }));
