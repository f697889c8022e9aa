import { slugify } from '../../../platform/wire/ids.ts';
import { chooseCategories } from '../choose-categories.ts';
import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { LeftOut, webAddress } from '../../pieces/from-html/embeds.ts';
import { withoutRawHtml } from '../../pieces/from-html/html-to-markdown.server.ts';
import type { Converted, NamedOptions } from '../import-source.ts';
import { momentOf } from '../moment-of.ts';
import { maxEntryBytes, tooLong } from '../read-file.server.ts';
import { firstSentences, languageOf, oneLine, repairNote, repairText } from '../../../platform/text/repair-text.ts';
import { readHugoFile } from './hugo-front-matter.ts';
import {
  folderOf,
  type HugoLanguages,
  type HugoPlace,
  languagesIn,
  pieceLanguageOf,
  placeOf,
} from './hugo-languages.ts';
import { expandHugoShortcodes, pieceHost } from './hugo-shortcodes.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? oneLine(decodeEntities(value)) : typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(textOf) : [textOf(value)]).filter((one) => one !== '');

/** `originals`: by the path of a translation that of its original. */
type HugoSite = { languages: HugoLanguages; originals: Map<string, string> };
const unknownSite: HugoSite = { languages: languagesIn({}), originals: new Map() };

/**
 * @param path within the site, `content/post/x.md`; unique with the source's name
 */
export function convertHugoFile(
  path: string,
  raw: string,
  options: NamedOptions,
  { languages, originals }: HugoSite = unknownSite,
): Converted {
  if (Buffer.byteLength(raw) > maxEntryBytes) throw new Error(tooLong(raw.length));
  const { data, body } = readHugoFile(repairText(raw));
  const place = placeOf(path, languages);
  if (place.isSection) return { kind: 'skipped', reason: 'the page of a section, no piece' };
  if (data.headless === true) return { kind: 'skipped', reason: 'not a page of its own (headless)' };

  const { written, section, stem } = place;
  const own = folderOf(written, languages);
  const leftOut = new LeftOut();
  const baseUrl = options.baseUrl && (URL.parse(ownPath(data, place, own), options.baseUrl)?.href ?? options.baseUrl);
  const expanded = expandHugoShortcodes(body, { baseUrl, leftOut, folder: section.join('/'), written, languages });
  const { markdown: resolved, images, lost, notes } = withoutRawHtml(expanded, { baseUrl });
  const markdown = resolved.replaceAll(`${pieceHost}/`, '/');
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
  const days = { date: data.date, publishDate: data.publishDate ?? data.publishdate, lastmod: data.lastmod };
  const publishedAt = momentOf(days.publishDate) ?? momentOf(days.date);
  const writtenEnd = data.expiryDate ?? data.expirydate;
  const expires = momentOf(writtenEnd);
  const isDraft = data.draft === true || data.draft === 'true';
  const hasExpired = expires !== null && expires <= new Date();
  const writtenCover = coverOf(data);
  const cover = writtenCover ? webAddress(writtenCover, baseUrl) : null;
  if (writtenCover && !cover) leftOut.lose('picture_gone', writtenCover);
  const language = pieceLanguageOf(textOf(data.language ?? data.lang) || (written ?? languages.first ?? ''));
  const original = originals.get(path);
  const note = repairNote(raw);

  return {
    kind: 'article',
    article: {
      sourceKey: `hugo:${options.site}:${path}`,
      title: title.slice(0, 300).toWellFormed(),
      summary: firstSentences(stripMarks(textOf(data.summary) || textOf(data.description)), 300),
      body: markdown,
      lang: language ?? languageOf(`${title} ${markdown}`),
      author: { key: slugify(author, 'author'), name: author.slice(0, 120).toWellFormed() },
      ...chosen,
      status: isDraft || hasExpired ? 'draft' : 'published',
      publishedAt,
      updatedAt: momentOf(days.lastmod) ?? publishedAt ?? undefined,
      metaDescription: stripMarks(textOf(data.description)).slice(0, 300).toWellFormed() || undefined,
      sources: [],
      corrections: [],
      isSample: false,
      oldPaths: isDraft ? [] : oldPathsOf(data, place, own),
    },
    translationOf: original && `hugo:${options.site}:${original}`,
    thumbnailUrl: cover ?? undefined,
    images: [...(cover ? [{ url: cover, alt: '' }] : []), ...images],
    lost: [...leftOut.media, ...lost],
    notes: [
      ...leftOut.notes(),
      ...notes,
      ...(note ? [note] : []),
      ...Object.entries({ ...days, expiryDate: writtenEnd }).flatMap(([field, value]) =>
        textOf(value) !== '' && momentOf(value) === null
          ? [`Its ${field} is no day that can be read: ${textOf(value).slice(0, 40)}`]
          : [],
      ),
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

function coverOf(data: Record<string, unknown>): string | undefined {
  const cover = data.cover as { image?: unknown } | undefined;
  return [
    data.image,
    data.featured_image,
    data.featuredImage,
    data.thumbnail,
    data.images,
    cover?.image,
    typeof data.cover === 'string' ? data.cover : '',
  ].flatMap(listOf)[0];
}

/** Where Hugo shows the page: pictures of a bundle and relative links start there. */
function ownPath(data: Record<string, unknown>, { section, stem }: HugoPlace, own: string[]): string {
  const url = textOf(data.url);
  return url === '' ? `/${[...own, ...section, textOf(data.slug) || stem].join('/')}/` : url.replace(/^\/?/, '/');
}

/** `/slug`, the slug in its section, the path of the file, and the author's `url` and `aliases`. */
function oldPathsOf(data: Record<string, unknown>, { section, stem }: HugoPlace, own: string[]): string[] {
  const slug = textOf(data.slug) || stem;
  const pathOf = (...parts: string[]) => `/${[...own, ...parts].join('/')}`;
  const given = [textOf(data.url), ...listOf(data.aliases)]
    .map((one) => URL.parse(one)?.pathname ?? (one.startsWith('/') ? one : `/${one}`))
    .filter((one) => one !== '/');
  return [...new Set([...given, pathOf(slug), pathOf(...section, slug), pathOf(...section, stem)])]
    .filter((one) => one.length > 1 && one.length <= 500)
    .slice(0, 50);
}
