import { z } from 'zod';
import { tag } from '../tags/tags.contract.ts';

const categoryFields = z.object({
  id: z.int(),
  contentType: z.literal('CATEGORY'),
  name: z.string(),
  displayName: z.string(),
  imageUrl: z.string().nullable(),
  iconUrl: z.string().nullable(),
  isTopCategory: z.boolean().nullable(),
  canonicalUrl: z.string(),
  tags: z.array(tag).nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  categoryAdditionalDetails: z.object({ body: z.string(), pageHeading: z.string() }).nullable(),
});

/** Child and related categories have the same shape: their extra fields are null and their lists empty. */
export const category = categoryFields.extend({
  childCategories: z.array(
    categoryFields.extend({ childCategories: z.array(z.never()), relatedCategories: z.array(z.never()) }),
  ),
  relatedCategories: z.array(
    categoryFields.extend({ childCategories: z.array(z.never()), relatedCategories: z.array(z.never()) }),
  ),
});
export type Category = z.infer<typeof category>;
export type RelatedCategory = Category['relatedCategories'][number];

export { type CategoryLook, type Dye, dyes } from './dyes.ts';
