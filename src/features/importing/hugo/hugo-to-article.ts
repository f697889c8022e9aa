import { slugify } from '../../../platform/ids.ts';
import { chooseCategories } from '../choose-categories.ts';
import { decodeEntities } from '../decode-entities.ts';
import { LeftOut, webAddress } from '../embeds.ts';
import { withoutRawHtml } from '../html-to-markdown.server.ts';
import type { Converted, NamedOptions } from '../import-source.ts';
import { maxEntryBytes } from '../read-lines.server.ts';
import { firstSentences, languageOf, oneLine, repairNote, repairText } from '../repair-text.ts';
import { readHugoFile } from './hugo-front-matter.ts';
import { expandHugoShortcodes } from './hugo-shortcodes.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? oneLine(decodeEntities(value)) : typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(textOf) : [textOf(value)]).filter((one) => one !== '');

/**
 * @param path within the site, `content/post/x.md`; unique with the source's name
 * @param folder name of the folder or file: the source's name in former keys
 */
export function convertHugoFile(path: string, raw: string, folder: string, options: NamedOptions): Converted {
  if (Buffer.byteLength(raw) > maxEntryBytes)
    throw new Error(`It has ${(raw.length / 1_000_000).toFixed(1)} MB; at most 1 MB can be one entry.`);
  const { data, body } = readHugoFile(repairText(raw));
  const fileName = path
    .split('/')
    .at(-1)!
    .replace(/\.[a-z]+$/i, '');
  if (fileName === '_index') return { kind: 'skipped', reason: 'the page of a section, no piece', isLoss: false };
  if (data.headless === true) return { kind: 'skipped', reason: 'not a page of its own (headless)', isLoss: false };

  const stem = /^index(?:\.[a-z]{2})?$/i.test(fileName)
    ? (path.split('/').at(-2) ?? fileName)
    : fileName.replace(/\.(?:en|hi)$/i, '');
  const leftOut = new LeftOut();
  const baseUrl = options.baseUrl;
  const { markdown, images, notes } = withoutRawHtml(expandHugoShortcodes(body, { baseUrl, leftOut }), { baseUrl });
  const title = textOf(data.title) || firstHeading(markdown) || stem.replace(/[-_]+/g, ' ');
  const author =
    (listOf(data.author)[0] ??
      listOf(data.authors)[0] ??
      textOf((data.author as { name?: unknown } | undefined)?.name)) ||
    'Unknown';
  const chosen = chooseCategories(
    [...listOf(data.categories), ...listOf(data.category), ...listOf(data.tags), ...listOf(data.keywords)],
    options,
    options.category ?? 'rights',
  );
  const publishedAt = dateOf(data.publishDate ?? data.publishdate) ?? dateOf(data.date);
  const expires = dateOf(data.expiryDate ?? data.expirydate);
  const isDraft = data.draft === true || data.draft === 'true';
  const hasExpired = expires !== null && expires <= new Date();
  const cover = coverOf(data, baseUrl);
  const language = textOf(data.language ?? data.lang)
    .toLowerCase()
    .slice(0, 2);
  const note = repairNote(raw);

  return {
    kind: 'article',
    article: {
      sourceKey: `hugo:${options.site}:${path}`,
      title: title.slice(0, 300).toWellFormed(),
      summary: firstSentences(stripMarks(textOf(data.summary) || textOf(data.description)), 300),
      body: markdown,
      lang: language === 'hi' || language === 'en' ? language : languageOf(`${title} ${markdown}`),
      author: { key: slugify(author, 'author'), name: author.slice(0, 120).toWellFormed() },
      ...chosen,
      status: isDraft || hasExpired ? 'draft' : 'published',
      publishedAt,
      updatedAt: dateOf(data.lastmod) ?? publishedAt ?? undefined,
      metaDescription: stripMarks(textOf(data.description)).slice(0, 300).toWellFormed() || undefined,
      sources: [],
      corrections: [],
      isSample: false,
      oldPaths: isDraft ? [] : oldPathsOf(data, path, stem),
    },
    formerKey: `hugo:${folder}:${path}`,
    thumbnailUrl: cover ?? undefined,
    images: [...(cover ? [{ url: cover, alt: '' }] : []), ...images],
    notes: [
      ...leftOut.notes(),
      ...notes,
      ...(note ? [note] : []),
      ...(hasExpired ? ['Its day of expiry has passed: it is kept as a draft.'] : []),
      ...(publishedAt === null ? ['It has no date that can be read; it is shown without one.'] : []),
      ...(markdown === '' ? ['It has no text.'] : []),
    ],
  };
}

const stripMarks = (text: string) =>
  oneLine(
    text
      .replace(/<[^<>]{0,500}>/g, '')
      .replace(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
      .replace(/\*\*|__/g, ''),
  );
const firstHeading = (markdown: string) => oneLine(/^#{1,6}\s+(.{1,300})$/m.exec(markdown)?.[1] ?? '');

function dateOf(value: unknown): Date | null {
  if (!(value instanceof Date) && typeof value !== 'string' && typeof value !== 'number') return null;
  // smol-toml yields Date objects, YAML a string for a date without a time.
  const date = new Date(
    value instanceof Date
      ? value.getTime()
      : typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
        ? `${value}T00:00:00+05:30`
        : value,
  );
  const year = date.getUTCFullYear();
  return Number.isNaN(date.getTime()) || year < 1900 || year > 2200 ? null : date;
}

function coverOf(data: Record<string, unknown>, baseUrl: string | undefined): string | null {
  const cover = data.cover as { image?: unknown } | undefined;
  const written = [
    data.image,
    data.featured_image,
    data.featuredImage,
    data.thumbnail,
    data.images,
    cover?.image,
    typeof data.cover === 'string' ? data.cover : '',
  ].flatMap(listOf)[0];
  return written ? webAddress(written, baseUrl) : null;
}

/** `/slug`, the path of the file, and the author's `url` and `aliases`. */
function oldPathsOf(data: Record<string, unknown>, path: string, stem: string): string[] {
  const folder = path
    .replace(/^(?:\.\/)?(?:content\/)?/, '')
    .split('/')
    .slice(0, -1)
    .join('/');
  const inBundle = /^index(?:\.[a-z]{2})?\.[a-z]+$/i.test(path.split('/').at(-1) ?? '');
  const slug = textOf(data.slug) || stem;
  const filePath = inBundle ? `/${folder}` : `/${[folder, stem].filter(Boolean).join('/')}`;
  const given = [textOf(data.url), ...listOf(data.aliases)]
    .map((one) => URL.parse(one)?.pathname ?? (one.startsWith('/') ? one : `/${one}`))
    .filter((one) => one !== '/');
  return [...new Set([...given, `/${slug}`, filePath])]
    .filter((one) => one.length > 1 && one.length <= 500)
    .slice(0, 50);
}
