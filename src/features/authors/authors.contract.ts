import { z } from 'zod';

export const author = z.object({
  id: z.int(),
  name: z.string(),
  bio: z.string(),
  imageUrl: z.string().nullable(),
  canonicalUrl: z.string(),
});
export type Author = z.infer<typeof author>;
