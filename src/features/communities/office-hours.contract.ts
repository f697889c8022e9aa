import { z } from 'zod';
import { publicUser } from '../users/users.contract.ts';

export const officeHour = z.object({
  id: z.int(),
  helper: publicUser,
  category: z.object({ id: z.int(), displayName: z.string() }),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type OfficeHour = z.infer<typeof officeHour>;
