import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const maxEvents = 1_000;
export const maxPropsBytes = 2 * 1024;

/** Property names that suggest personal data are rejected, whatever their value. */
const personal = /phone|mobile|e-?mail|passw|token|aadhaar|user_?id|^otp$|^code$/i;

const props = z
  .record(
    safeText(40, 1).regex(/^[\w.-]+$/, refusal('field.propertyName')),
    z.union([safeText(maxPropsBytes), z.number(), z.boolean(), z.null()], refusal('field.plainValue')),
  )
  .refine(
    (map) => new TextEncoder().encode(JSON.stringify(map)).length <= maxPropsBytes,
    refusal('field.propertiesLong'),
  )
  .refine((map) => !Object.keys(map).some((name) => personal.test(name)), refusal('field.personalName'));

export const trackEvent = z.strictObject({
  name: z.string().regex(/^[a-z][\w.:-]{0,63}$/i, refusal('field.eventName')),
  /** Path of the page; a full URL is accepted too. */
  path: safeText(2_000, 1).regex(/^(?:https?:\/\/[^/?#\s]+)?(?:\/[^\s]*)?$/, refusal('field.pagePath')),
  /** Time of the event; the time of arrival where it is missing or far off. */
  at: z.union([z.iso.datetime({ offset: true }), z.int().min(0).max(8_640_000_000_000_000)]).optional(),
  props: props.optional(),
});
export type TrackEvent = z.infer<typeof trackEvent>;

export const trackBody = z.union([trackEvent, z.array(trackEvent).min(1).max(maxEvents)]);
