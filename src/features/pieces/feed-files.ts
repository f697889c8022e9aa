import { z } from 'zod';
import { isImportedKey } from '../../platform/wire/piece-key.ts';
import { line } from '../../platform/wire/wire.ts';
import { cardLayouts } from '../feed/feed.contract.ts';
import { day, inOtherLanguages, key } from './file-fields.ts';
import { refusal } from '../../platform/wire/problem.ts';

const latest = z.strictObject({
  kind: z.enum(['article', 'video', 'webstory']),
  category: key.optional(),
  limit: z.int().min(1).max(24),
});

const slot = z.union([
  z
    .string()
    .refine(
      (slot) =>
        /^(?:article|video|webstory|category):[a-z0-9-]+$/.test(slot) ||
        (/^(?:article|video):/.test(slot) && isImportedKey(slot.slice(slot.indexOf(':') + 1))),
      refusal('piece.slot'),
    ),
  z.strictObject({ latest }),
]);

export const feedFile = z.strictObject({
  sections: z
    .array(
      z
        .strictObject({
          title: line(80),
          translations: inOtherLanguages({ title: line(80) }),
          layout: z.enum(cardLayouts),
          link: z
            .string()
            .regex(/^(category:[a-z0-9-]+|\/(?![/\\]).*)$/, refusal('piece.categoryOrPath'))
            .optional(),
          items: z.array(slot).max(40).optional(),
          latest: latest.optional(),
        })
        .refine(
          (section) => (section.items !== undefined) !== (section.latest !== undefined),
          refusal('piece.itemsOrLatest'),
        ),
    )
    .max(60),
});

export const railFile = z.strictObject({
  helplines: z
    .array(
      z.strictObject({
        number: line(30),
        name: line(60),
        note: line(120, 0).default(''),
        translations: inOtherLanguages({ name: line(60), note: line(120, 0) }),
      }),
    )
    .max(30)
    .default([]),
  dates: z
    .array(
      z.strictObject({
        date: day,
        title: line(120),
        note: line(200, 0).default(''),
        link: z.string().max(2000).nullable().default(null),
        translations: inOtherLanguages({ title: line(120), note: line(200, 0) }),
      }),
    )
    .max(60)
    .default([]),
});

export type FeedFile = z.output<typeof feedFile>;

export type RailFile = z.output<typeof railFile>;

/** The home page of a site without pieces of its own: the newest, and links to everything. */
export const plainFeed = (topCategories: string[]) => ({
  sections: [
    { title: 'Newest', layout: 'CardMain', items: [{ latest: { kind: 'article', limit: 8 } }] },
    {
      title: 'Categories',
      layout: 'CardCategoryCarousel',
      items: topCategories.slice(0, 40).map((key) => `category:${key}`),
    },
    { title: 'Videos', layout: 'CardVideo', link: '/videos', items: [{ latest: { kind: 'video', limit: 12 } }] },
  ],
});
