import { z } from 'zod';
import { slugify } from '../../../platform/wire/ids.ts';
import { unknownAddressOf } from '../own-pictures.server.ts';
import { chooseCategories } from '../choose-categories.ts';
import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { webAddress } from '../../pieces/from-html/embeds.ts';
import { htmlToMarkdown } from '../../pieces/from-html/html-to-markdown.server.ts';
import type { Converted, NamedOptions } from '../import-source.ts';
import { momentOf } from '../moment-of.ts';
import { firstSentences, languageOf, oneLine, repairNote, repairText } from '../../../platform/text/repair-text.ts';
import { lexicalToHtml, mobiledocToHtml } from './ghost-bodies.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { problemOf } from '../../../platform/wire/plain-problems.ts';

export type GhostTables = {
  /** From the export's settings, or from the URLs of its posts. */
  address: string;
  title: string;
  users: Map<string, string>;
  tags: Map<string, string>;
  postTags: Map<string, { id: string; order: number }[]>;
  postAuthors: Map<string, { id: string; order: number }[]>;
  postMeta: Map<string, { title: string | null; description: string | null }>;
};

const text = z.string().nullish();
const nested = z.looseObject({ data: z.looseObject({ name: text, slug: text }).optional(), name: text });
const postSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).nullish(),
  uuid: text,
  comment_id: text,
  title: text,
  slug: text,
  html: text,
  lexical: text,
  mobiledoc: text,
  plaintext: text,
  status: text,
  visibility: text,
  type: text,
  page: z.union([z.boolean(), z.number()]).nullish(),
  feature_image: text,
  feature_image_alt: text,
  feature_image_caption: text,
  published_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  created_at: z.union([z.string(), z.number()]).nullish(),
  custom_excerpt: text,
  meta_title: text,
  meta_description: text,
  canonical_url: text,
  author_id: z.union([z.string(), z.number()]).nullish(),
  author: nested.nullish(),
  authors: z.array(nested).nullish(),
  tags: z.array(nested).nullish(),
  primary_author: nested.nullish(),
});
type Post = z.infer<typeof postSchema>;

/** @throws Error with a readable message */
export function convertPost(value: unknown, tables: GhostTables, options: NamedOptions): Converted {
  const wrapped = value as { url?: unknown; data?: unknown } | null;
  const isWrapped = typeof wrapped?.data === 'object' && wrapped.data !== null;
  const parsed = postSchema.safeParse(isWrapped ? wrapped.data : value);
  if (!parsed.success)
    throw new Error(
      `It is no post of Ghost: ${parsed.error.issues[0]!.path.join('.')} ${wordProblem(problemOf(parsed.error.issues[0]!))}.`,
    );
  const post = parsed.data;
  const url = isWrapped && typeof wrapped.url === 'string' ? wrapped.url : null;
  const skip = (reason: string): Converted => ({ kind: 'skipped', reason });

  const status = post.status ?? 'published';
  if (post.visibility && post.visibility !== 'public')
    return skip(`for members only (${oneLine(post.visibility).slice(0, 30)}): never public`);
  if (status === 'sent') return skip('sent as a newsletter only: never public');
  if (!['published', 'draft', 'scheduled'].includes(status))
    return skip(`its status "${oneLine(status).slice(0, 30)}" is not known, so it is not shown`);
  const key = url ?? (post.id ?? post.uuid ?? post.comment_id ?? post.slug)?.toString();
  if (!key) throw new Error('It has no number and no slug, so it could not be known again.');
  return article(post, url, key.slice(0, 400), status === 'draft', tables, options);
}

function article(
  post: Post,
  url: string | null,
  key: string,
  isDraft: boolean,
  tables: GhostTables,
  options: NamedOptions,
): Converted {
  const baseUrl = options.baseUrl ?? (url ? URL.parse(url)?.origin : (webAddress(tables.address) ?? undefined));
  const slug = oneLine(post.slug ?? '');
  const body = bodyOf(post);
  // Images need absolute URLs to be fetched; links stay paths, which redirect here whatever the site's host was.
  const pictureBase = baseUrl?.replace(/\/$/, '') ?? unknownAddressOf(options.site);
  const { markdown, images, lost, notes } = htmlToMarkdown(
    body.html
      .replace(
        /(<img\b[^>]{0,2000}?\bsrc\s*=\s*["'])(?:__GHOST_URL__)?(?!https?:|\/\/|data:)\/?([^"']{1,1000})/gi,
        (_, before: string, path: string) => `${before}${pictureBase}/${path}`,
      )
      // So do files to download, sounds and clips; where the site is unknown their words are kept, and the report says so.
      .replace(
        /(\b(?:src|href)\s*=\s*["'])(?:__GHOST_URL__)?(\/content\/[^"']{1,1000})/gi,
        (_, before: string, path: string) =>
          baseUrl === undefined ? `${before}${path.slice(1)}` : `${before}${pictureBase}${path}`,
      )
      .replaceAll('__GHOST_URL__', ''),
    { pageUrl: url ?? URL.parse(`/${slug}/`, pictureBase)?.href },
  );
  const plainBody = oneLine(decodeEntities(body.html.replace(/<[^<>]{0,2000}>/g, ' ')));
  const given = oneLine(decodeEntities(post.title ?? ''))
    .slice(0, 300)
    .toWellFormed();
  const title = given || firstSentences(plainBody, 80) || (post.slug ?? 'Untitled').replace(/-+/g, ' ');
  const author = authorOf(post, tables);
  const tags = [
    ...(post.tags ?? []).map((tag) => tag.data?.name ?? tag.name ?? ''),
    ...sorted(tables.postTags.get(String(post.id))).map((id) => tables.tags.get(id) ?? ''),
  ].filter((tag) => tag.trim() !== '' && !tag.startsWith('#'));
  const meta = tables.postMeta.get(String(post.id));
  const image = post.feature_image
    ? webAddress(post.feature_image.replace(/^(?:__GHOST_URL__)?\/(?!\/)/, `${pictureBase}/`))
    : null;
  const alt = oneLine(post.feature_image_alt ?? '').slice(0, 300);
  const isPage = post.type === 'page' || post.page === true || post.page === 1;
  const writtenAt = momentOf(post.published_at) ?? momentOf(post.created_at);
  // Static pages (About, Help) are undated: their creation date is not a publication date.
  const publishedAt = isPage ? null : writtenAt;
  const note = repairNote([post.title, post.html, post.lexical, post.mobiledoc].join(''));

  return {
    kind: 'article',
    article: {
      sourceKey: `ghost:${options.site}:${key}`,
      title,
      summary: firstSentences(post.custom_excerpt ?? '', 300),
      body: repairText(markdown),
      lang: languageOf(`${title} ${plainBody}`),
      author: { key: slugify(author, 'author'), name: author },
      ...chooseCategories(tags, options, options.category ?? 'social'),
      status: isDraft ? 'draft' : 'published',
      publishedAt,
      updatedAt: isPage ? undefined : (momentOf(post.updated_at) ?? publishedAt ?? undefined),
      metaTitle:
        oneLine(post.meta_title ?? meta?.title ?? '')
          .slice(0, 120)
          .toWellFormed() || undefined,
      metaDescription:
        oneLine(post.meta_description ?? meta?.description ?? '')
          .slice(0, 300)
          .toWellFormed() || undefined,
      sources: [],
      corrections: [],
      isSample: false,
      oldPaths: isDraft
        ? []
        : [
            ...new Set([
              ...(slug ? [`/${slug}/`] : []),
              ...[url, post.canonical_url].flatMap((one) => {
                const path = one ? URL.parse(one)?.pathname : undefined;
                return path && path !== '/' ? [path] : [];
              }),
            ]),
          ],
    },
    sourceId: post.uuid?.trim().slice(0, 300) || undefined,
    thumbnailUrl: image ?? undefined,
    images: [...(image ? [{ url: image, alt }] : []), ...images],
    lost,
    notes: [
      ...notes,
      ...body.notes,
      ...(note ? [note] : []),
      ...(isPage ? ['A page of the old site: it is an article without a date.'] : []),
      ...(writtenAt === null ? ['It has no date that can be read; it is shown without one.'] : []),
      ...(given === '' ? [`It has no title; "${title}" is taken from its text.`] : []),
      ...(markdown === '' ? ['It has no text.'] : []),
    ],
  };
}

function bodyOf(post: Post): { html: string; notes: string[] } {
  if (post.html?.trim()) return { html: post.html, notes: [] };
  for (const [source, convert] of [
    [post.lexical, lexicalToHtml],
    [post.mobiledoc, mobiledocToHtml],
  ] as const) {
    if (!source?.trim()) continue;
    try {
      return { html: convert(source), notes: [] };
    } catch {
      return { html: '', notes: ['Its text is in a form of Ghost that could not be read.'] };
    }
  }
  const plain = post.plaintext?.trim() ?? '';
  return {
    html: plain
      .split(/\n\s*\n/)
      .map((part) => `<p>${part.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
      .join(''),
    notes: [],
  };
}

const sorted = (rows: { id: string; order: number }[] | undefined) =>
  [...(rows ?? [])].sort((one, other) => one.order - other.order).map((row) => row.id);

function authorOf(post: Post, tables: GhostTables): string {
  const inline = [post.author, post.primary_author, ...(post.authors ?? [])]
    .map((one) => one?.data?.name ?? one?.name)
    .find(Boolean);
  const listed = [
    ...sorted(tables.postAuthors.get(String(post.id))),
    ...(post.author_id == null ? [] : [String(post.author_id)]),
  ]
    .map((id) => tables.users.get(id))
    .find(Boolean);
  return (
    oneLine(inline ?? listed ?? '')
      .slice(0, 120)
      .toWellFormed() || 'Unknown'
  );
}
