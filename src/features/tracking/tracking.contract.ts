import { z } from 'zod';
import { safeText } from '../../platform/wire/wire.ts';

export const maxEvents = 1_000;
export const maxPropsBytes = 2 * 1024;

/** Property names that suggest personal data are rejected, whatever their value. */
const personal = /phone|mobile|e-?mail|passw|token|aadhaar|user_?id|^otp$|^code$/i;

const props = z
  .record(
    safeText(40, 1).regex(/^[\w.-]+$/, 'Must be a name of letters, digits, points and hyphens.'),
    z.union(
      [safeText(maxPropsBytes), z.number(), z.boolean(), z.null()],
      'Must be a text, a number, true, false or null.',
    ),
  )
  .refine((map) => new TextEncoder().encode(JSON.stringify(map)).length <= maxPropsBytes, {
    message: 'At most 2 KB together.',
  })
  .refine((map) => !Object.keys(map).some((name) => personal.test(name)), {
    message: "Has a name that stands for a person's own data, which is not taken here.",
  });

export const trackEvent = z.strictObject({
  name: z.string().regex(/^[a-z][\w.:-]{0,63}$/i, 'Must be a name of letters, digits, points, colons and hyphens.'),
  /** Path of the page; a full URL is accepted too. */
  path: safeText(2_000, 1).regex(/^(?:https?:\/\/[^/?#\s]+)?(?:\/[^\s]*)?$/, 'Must be the path of a page.'),
  /** Time of the event; the time of arrival where it is missing or far off. */
  at: z.union([z.iso.datetime({ offset: true }), z.int().min(0).max(8_640_000_000_000_000)]).optional(),
  props: props.optional(),
});
export type TrackEvent = z.infer<typeof trackEvent>;

export const trackBody = z.union([trackEvent, z.array(trackEvent).min(1).max(maxEvents)]);
