import { z } from 'zod';

export const tag = z.object({
  id: z.int(),
  name: z.string(),
  displayName: z.string(),
  canonicalUrl: z.string(),
  articleCount: z.int(),
  videoCount: z.int(),
});
export type Tag = z.infer<typeof tag>;
