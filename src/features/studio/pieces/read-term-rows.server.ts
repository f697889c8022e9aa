import { inArray } from 'drizzle-orm';
import { authors, categories, ctas, tags } from '../../../database/schema.ts';
import type { CtaDefinition, CtaQuestion } from '../../referrals/cta-definition.ts';
import { given, named, pathOf, type Reader, settled, someOf } from './row-fields.server.ts';

export const readCategories: Reader = async (db, ids) => {
  const all = new Map(
    (await db.select({ id: categories.id, key: categories.key }).from(categories)).map((row) => [row.id, row.key]),
  );
  return (await db.select().from(categories).where(inArray(categories.id, ids))).map((row) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: row.body,
    fields: given({
      id: row.id,
      name: row.name,
      displayName: row.displayName === row.name ? null : row.displayName,
      top: row.isTop,
      parent: row.parentId === null ? null : all.get(row.parentId),
      dye: row.dye,
      pattern: row.pattern,
      icon: row.icon,
      imageUrl: pathOf(row.imageUrl),
      title: row.title,
      description: row.description,
      pageHeading: row.pageHeading,
      related: row.relatedKeys,
      translations: someOf(row.translations),
      position: row.position,
      sample: row.isSample || null,
    }),
  }));
};

export const readTags: Reader = async (db, ids) =>
  (await db.select().from(tags).where(inArray(tags.id, ids))).map((row) => ({
    ...settled,
    ...named(row.name),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      displayName: row.displayName,
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));

export const readAuthors: Reader = async (db, ids) =>
  (await db.select().from(authors).where(inArray(authors.id, ids))).map((row) => ({
    ...settled,
    ...named(row.key),
    id: row.id,
    body: '',
    fields: given({
      id: row.id,
      name: row.name,
      bio: row.bio,
      image: pathOf(row.imageUrl),
      translations: someOf(row.translations),
      sample: row.isSample || null,
    }),
  }));

/** A question about a fact has its words from the catalogue of facts. */
const writtenQuestion = ({ id, fact, type, text, note, options, required }: CtaQuestion) =>
  fact === null
    ? given({ id, type, text, note, options, required: required || null })
    : given({ id, fact, required: required || null });

export const readCtas: Reader = async (db, ids) =>
  (await db.select().from(ctas).where(inArray(ctas.id, ids))).map((row) => {
    const { articlePath: _, questions, ...definition } = row.definition as CtaDefinition;
    return {
      ...settled,
      ...named(row.key),
      id: row.id,
      body: '',
      status: row.isActive ? ('published' as const) : ('draft' as const),
      isHeld: !row.isActive,
      fields: given({
        id: row.id,
        title: row.title,
        description: row.description,
        questions: questions.map(writtenQuestion),
        ...definition,
        active: row.isActive ? null : false,
        sample: row.isSample || null,
      }),
    };
  });
