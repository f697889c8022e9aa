import { z } from 'zod';
import { languageFields, oneOf } from '../../platform/wire/wire.ts';
import { author } from '../authors/authors.contract.ts';

export const webStory = z.object({
  slug: z.string(),
  id: z.int(),
  ...languageFields,
  title: z.string(),
  poster: z.string().nullable(),
  createdBy: author,
  publishedAt: z.iso.datetime(),
  canonicalUrl: z.string(),
  pages: z.array(
    z.object({
      heading: z.string(),
      text: z.string(),
      imageUrl: z.string().nullable(),
      linkUrl: z.string().nullable(),
      seconds: z.number(),
    }),
  ),
});
export type WebStory = z.infer<typeof webStory>;
export const oneWebStory = oneOf(webStory);
