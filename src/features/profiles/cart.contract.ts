import { z } from 'zod';
import { oneOf } from '../../platform/wire/wire.ts';
import { refusal } from '../../platform/wire/problem.ts';

/** Of one profile. */
export const maxSaved = 500;
/** Of all profiles of an account. */
export const maxSavedOfAccount = 2_000;
const maxAtOnce = 100;

const id = z.int().min(1).max(2_147_483_647);
const ids = z.array(id).max(maxAtOnce);

/** As stored by the browser: by profile id, in the order of saving. */
export const cart = z.record(z.string(), z.object({ items: z.array(z.object({ schemeId: z.int() })) }));
export type AccountCart = z.infer<typeof cart>;
export const oneCart = oneOf(cart);

/** A delta, so that concurrent changes by two devices merge instead of overwriting each other. Idempotent. */
export const changeCartInput = z
  .strictObject({
    profileId: id,
    save: ids.optional(),
    remove: ids.optional(),
  })
  .refine(({ save = [], remove = [] }) => !save.some((one) => remove.includes(one)), {
    path: ['remove'],
    ...refusal('field.savedOrRemoved'),
  });
export type ChangeCartInput = z.infer<typeof changeCartInput>;
