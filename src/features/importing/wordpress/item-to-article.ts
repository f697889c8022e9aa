import { slugify } from '../../../platform/wire/ids.ts';
import { numberedAddress } from '../../articles/numbered-address.ts';
import { chooseCategories } from '../choose-categories.ts';
import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import { LeftOut, webAddress } from '../../pieces/from-html/embeds.ts';
import { htmlToMarkdown } from '../../pieces/from-html/html-to-markdown.server.ts';
import type { ListedImage } from '../../pieces/from-html/clean-html.server.ts';
import type { Converted, NamedOptions } from '../import-source.ts';
import { momentOf } from '../moment-of.ts';
import { maxEntryBytes, tooLong } from '../read-file.server.ts';
import { firstSentences, languageOf, oneLine } from '../../../platform/text/repair-text.ts';
import type { WxrHead, WxrItem } from './read-wxr.server.ts';
import { expandShortcodes, type Attachment } from './shortcodes.ts';

export type WxrContext = { head: WxrHead; attachments: Map<number, Attachment>; options: NamedOptions };

const leftOutTypes: Record<string, string> = {
  nav_menu_item: 'a menu entry',
  revision: 'an earlier version of a piece',
  wp_global_styles: 'looks of the old site',
  wp_navigation: 'a menu',
  wp_template: 'a template',
  wp_template_part: 'a template',
  custom_css: 'looks of the old site',
  wp_block: 'a reusable block',
  oembed_cache: 'a cache',
  feedback: 'a message from a contact form',
};
const plain = (html: string) => oneLine(decodeEntities(html.replace(/<[^<>]{0,500}>/g, '')));

export function convertItem(item: WxrItem, context: WxrContext): Converted {
  const { fields } = item;
  const type = (fields['wp:post_type'] ?? 'post').trim() || 'post';
  const status = (fields['wp:status'] ?? 'publish').trim();
  const skip = (reason: string): Converted => ({ kind: 'skipped', reason });

  if (item.bytes > maxEntryBytes) throw new Error(tooLong(item.bytes));
  if (type === 'attachment') {
    const url = webAddress(fields['wp:attachment_url'] ?? fields.guid ?? '', context.head.link);
    const isPicture =
      url !== null && /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|tiff?)$/i.test(URL.parse(url)?.pathname ?? '');
    return skip(
      isPicture
        ? 'a picture of the media library: fetched where a piece shows it and --fetch-images is given'
        : 'an attached file that is no picture; the links to it are kept',
    );
  }
  if (type !== 'post' && type !== 'page')
    return skip(`no post or page but ${leftOutTypes[type] ?? `of the type "${oneLine(type).slice(0, 40)}"`}`);
  if ((fields['wp:post_password'] ?? '').trim() !== '') return skip('protected by a password: never public');
  if (status === 'private') return skip('private: never public');
  if (status === 'trash') return skip('in the bin');
  if (status === 'auto-draft') return skip('an empty draft that WordPress made by itself');
  const isDraft = status === 'draft' || status === 'pending';
  if (!isDraft && status !== 'publish' && status !== 'future')
    return skip(`its status "${oneLine(status).slice(0, 40)}" is not known, so it is not shown`);
  return convertPost(item, isDraft, context);
}

function convertPost(item: WxrItem, isDraft: boolean, context: WxrContext): Converted {
  const { fields } = item;
  const { options, head } = context;
  const id = Number(fields['wp:post_id']?.trim());
  if (!Number.isInteger(id) || id <= 0)
    throw new Error('It has no number (wp:post_id), so it could not be known again.');
  const leftOut = new LeftOut();
  const baseUrl = ownAddress(fields.link ?? '', options.baseUrl ?? (head.link || undefined));
  const html = contentHtml(fields['content:encoded'] ?? '', {
    postId: id,
    attachments: context.attachments,
    baseUrl,
    leftOut,
  });
  const { markdown, images, lost, notes } = htmlToMarkdown(html, { baseUrl });

  const words = plain(html);
  const given = plain(fields.title ?? '')
    .slice(0, 300)
    .toWellFormed();
  const title = given || firstSentences(words, 80) || `Untitled ${id}`;
  const name = fields['wp:post_name']?.trim() ?? '';
  const terms = item.terms
    .filter((term) => term.domain === 'category' || term.domain === 'post_tag')
    .map((term) => decodeEntities(term.name));
  const chosen = chooseCategories(terms, options, options.category ?? 'social');
  const login = fields['dc:creator']?.trim() ?? '';
  const author = oneLine(decodeEntities(head.authors.get(login) ?? login)).slice(0, 120) || 'Unknown';
  const thumbnail = context.attachments.get(Number(item.meta._thumbnail_id));
  if (!thumbnail && Number(item.meta._thumbnail_id) > 0)
    leftOut.lose('picture_gone', `/?attachment_id=${item.meta._thumbnail_id}`);
  const cover: ListedImage[] = thumbnail ? [{ url: thumbnail.url, alt: plain(thumbnail.title) }] : [];
  const isPage = fields['wp:post_type']?.trim() === 'page';
  // Static pages (About, Help) are undated: their creation date is not a publication date.
  const writtenAt =
    dateOf(fields['wp:post_date_gmt'], true) ?? dateOf(fields['wp:post_date'], false) ?? dateOf(fields.pubDate, false);
  const publishedAt = isPage ? null : writtenAt;

  return {
    kind: 'article',
    article: {
      sourceKey: `wxr:${options.site}:${id}`,
      title,
      summary: summaryOf(fields['excerpt:encoded'] ?? ''),
      body: markdown,
      lang: languageOf(`${title} ${words}`),
      author: { key: slugify(author, 'author'), name: author },
      ...chosen,
      status: isDraft ? 'draft' : 'published',
      publishedAt,
      updatedAt: isPage ? undefined : (dateOf(fields['wp:post_modified_gmt'], true) ?? publishedAt ?? undefined),
      metaTitle: metaText(item.meta._yoast_wpseo_title, 120),
      metaDescription: metaText(item.meta._yoast_wpseo_metadesc, 300),
      sources: [],
      corrections: [],
      isSample: false,
      oldPaths: isDraft ? [] : oldPathsOf(fields, name),
    },
    sourceId: fields.guid?.trim().slice(0, 300) || undefined,
    thumbnailUrl: thumbnail?.url,
    images: [...cover, ...images],
    lost: [...leftOut.media, ...lost],
    notes: [
      ...leftOut.notes(),
      ...notes,
      ...(given === '' ? [`It has no title; "${title}" is taken from its text.`] : []),
      ...(markdown === '' ? ['It has no text.'] : []),
      ...(isPage ? ['A page of the old site: it is an article without a date.'] : []),
      ...(writtenAt === null && !isDraft ? ['It has no date that can be read; it is shown without one.'] : []),
    ],
  };
}

const summaryOf = (excerpt: string) => firstSentences(plain(excerpt), 300);
const metaText = (value: string | undefined, max: number) =>
  value && !value.includes('%%') ? plain(value).slice(0, max).toWellFormed() || undefined : undefined;

/** Blocks, shortcodes and classic paragraphs to plain HTML. */
function contentHtml(content: string, context: Parameters<typeof expandShortcodes>[1]): string {
  const isBlocks = /<!--\s*wp:/.test(content);
  const withoutBlocks = content
    .replace(
      /<!--\s*wp:([a-z][\w/-]{0,80})(\s+\{[^\n]{0,20000}?\})?\s*\/-->/g,
      (_, name: string, json: string | undefined) => dynamicBlock(name, json, context),
    )
    .replace(/<!--[\s\S]*?-->/g, '');
  const expanded = expandShortcodes(withoutBlocks, context);
  return isBlocks ? expanded : autop(expanded);
}

const harmless = new Set(['spacer', 'separator', 'more', 'nextpage']);

function dynamicBlock(name: string, json: string | undefined, context: Parameters<typeof expandShortcodes>[1]): string {
  if (harmless.has(name)) return '';
  const url = /"url"\s*:\s*"((?:[^"\\]|\\.){1,2000})"/.exec(json ?? '')?.[1]?.replaceAll('\\/', '/');
  const address = url && /embed/.test(name) ? webAddress(url) : null;
  if (address)
    return `<p><a href="${address.replaceAll('"', '%22').replaceAll('&', '&amp;')}">${address.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></p>`;
  context.leftOut.add('blocks that only WordPress can fill (latest posts, menus, search fields and the like)');
  return '';
}

/** `2019-05-01 10:00:00` has no zone of its own. */
function dateOf(value: string | undefined, isUtc: boolean): Date | null {
  const written = value?.trim() ?? '';
  return momentOf(
    /^\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?$/.test(written)
      ? `${written.replace(' ', 'T')}${isUtc ? 'Z' : '+05:30'}`
      : written,
  );
}

/** The permalink's path, and the `?p=` address that every WordPress site redirects. */
function oldPathsOf(fields: Record<string, string>, name: string): string[] {
  const paths = new Set<string>();
  for (const value of [fields.link, fields.guid]) {
    const url = value ? URL.parse(value.trim()) : null;
    if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.pathname.replace(/\/+$/, '') !== '')
      paths.add(url.pathname);
  }
  if (name !== '' && name.length <= 200) paths.add(`/${name}`);
  paths.add(numberedAddress(fields['wp:post_id']!.trim()));
  return [...paths];
}

/** The piece's address on the site that it comes from: its relative links start there. */
function ownAddress(link: string, site: string | undefined): string | undefined {
  const written = URL.parse(link.trim(), site);
  if (!written || site === undefined) return written?.href ?? site;
  return URL.parse(written.pathname + written.search, site)?.href ?? site;
}

const blocks =
  'address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|legend|li|main|map|menu|nav|object|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio';
const blockTag = new RegExp(`</?(?:${blocks})(?:\\s[^<>]*)?/?>`, 'gi');
const startsWithBlock = new RegExp(`^\\s*</?(?:${blocks})(?:[\\s/>])`, 'i');

/** Classic posts have no <p>: a blank line separates paragraphs, a single newline is a line break (wpautop). */
export function autop(html: string): string {
  if (html.trim() === '') return '';
  const setAside: string[] = [];
  const keep = (whole: string) => `\n\n<pre>\u0001${setAside.push(whole) - 1}\u0001</pre>\n\n`;
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(/<(pre|script|style|textarea|svg)\b[\s\S]*?<\/\1\s*>/gi, keep)
    .replace(/(?:<br\s*\/?>\s*){2,}/gi, '\n\n')
    .replace(/<[^<>]*\n[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replace(blockTag, (tag) => (tag.startsWith('</') ? `${tag}\n\n` : `\n\n${tag}`));

  return text
    .split(/\n\s*\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (startsWithBlock.test(part)) {
        // Text after opening tags also has line breaks.
        return part.replace(
          /^((?:<[^<>]+>\s*)+)([\s\S]*)$/,
          (_, tags: string, rest: string) => tags + withBreaks(rest),
        );
      }
      return `<p>${withBreaks(part)}</p>`;
    })
    .join('\n')
    .replace(/<pre>\u0001(\d+)\u0001<\/pre>/g, (_, index: string) => setAside[Number(index)] ?? '');
}

const withBreaks = (text: string) =>
  text
    .split('\n')
    .map((line, index, all) => {
      const trimmed = line.trimEnd();
      return index === all.length - 1 || trimmed === '' || /<br ?\/?>$/i.test(trimmed) ? trimmed : `${trimmed}<br>`;
    })
    .join('\n');
