import { NotTaken, SourceBroken } from '../import-source.ts';
import { type OpenFile, readParsed, type ReadProgress } from '../read-file.server.ts';
import { ownEntities, type XmlHandler, xmlParser } from '../read-xml.server.ts';

export type WxrItem = {
  fields: Record<string, string>;
  terms: { domain: string; name: string }[];
  meta: Record<string, string>;
  comments: number;
  bytes: number;
};
export type WxrHead = { link: string; authors: Map<string, string> };

const itemFields = new Set([
  'title',
  'link',
  'pubDate',
  'dc:creator',
  'guid',
  'content:encoded',
  'excerpt:encoded',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:post_modified_gmt',
  'wp:post_name',
  'wp:status',
  'wp:post_parent',
  'wp:post_type',
  'wp:post_password',
  'wp:attachment_url',
  'description',
]);
const retainedMeta = new Set([
  '_thumbnail_id',
  '_wp_attachment_image_alt',
  '_yoast_wpseo_title',
  '_yoast_wpseo_metadesc',
]);
const entities = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  copy: '©',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};
/** Their names are held until the file ends. */
const mostAuthors = 100_000;

/** A slice alone would keep the whole text in memory. */
export const cut = (text: string, most: number): string =>
  text.length > most ? Buffer.from(text.slice(0, most).toWellFormed()).toString() : text;

/** Streams the items of an export. `head` is filled as the file is read. */
export async function* readWxr(file: OpenFile, progress: ReadProgress, head: WxrHead): AsyncGenerator<WxrItem> {
  const handler = itemsInto(head);
  const parser = xmlParser(handler);
  let isEmpty = true;
  const items = readParsed(file, progress, {
    ...parser,
    decoderFor,
    feed(text) {
      isEmpty = false;
      // WordPress exports control characters that XML forbids; they are invisible anyway.
      parser.feed(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
    },
    end() {
      if (isEmpty) throw new SourceBroken('The file is empty.');
      parser.end();
    },
  });
  for await (const some of items) yield* some;
  if (!handler.sawChannel())
    throw new NotTaken('It is XML, but no WordPress export (WXR): there is no <rss> with a <channel>.');
}

function decoderFor(chunk: Buffer): TextDecoder {
  const start = chunk.subarray(0, 65_536).toString('latin1');
  const beforeRss = start.slice(0, start.search(/<rss[\s>]/i) + 1 || undefined);
  if (/<!ENTITY|<!DOCTYPE[^>]{0,2000}\[/i.test(beforeRss)) throw ownEntities('WordPress export');
  const isWide =
    chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : null;
  const declared = isWide ?? /^[^<]{0,3}<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared, { fatal: true });
  } catch {
    throw new NotTaken(`The file says that its encoding is "${declared}", which is not known here. Save it as UTF-8.`);
  }
}

function itemsInto(head: WxrHead): XmlHandler<WxrItem> & { sawChannel(): boolean } {
  const ready: WxrItem[] = [];
  let item: WxrItem | null = null;
  let buffer: string[] = [];
  let pair = { key: '', value: '' };
  let author = { login: '', name: '' };
  let domain = '';
  let sawChannel = false;

  function closeInChannel(name: string, value: string): void {
    if (name === 'wp:author' && author.login && head.authors.size < mostAuthors)
      head.authors.set(cut(author.login, 200), cut(author.name || author.login, 200));
    else if (name === 'wp:base_blog_url' || (name === 'link' && !head.link)) head.link = value.trim();
  }
  function closeInItem(name: string, value: string, { fields, terms, meta }: WxrItem): void {
    if (name === 'category') terms.push({ domain, name: value.trim() });
    else if (name === 'wp:postmeta' && retainedMeta.has(pair.key)) meta[pair.key] = pair.value;
    else if (itemFields.has(name) && fields[name] === undefined) fields[name] = value;
  }
  return {
    ready,
    words: { whose: 'WordPress export', entry: 'entry', mostMegabytes: 20 },
    entities,
    sawChannel: () => sawChannel,
    where: () =>
      item
        ? ` in the entry "${item.fields.title?.slice(0, 80) || 'without a title yet'}"`
        : sawChannel
          ? ' between entries'
          : ' before the first entry',
    open(name, attributes, path) {
      if (path.length === 0 && name !== 'rss')
        throw new NotTaken(`It is XML, but no WordPress export (WXR): it begins with <${name.slice(0, 40)}>.`);
      const parent = path.at(-1);
      const isItem = name === 'item' && parent === 'channel';
      if (isItem) item = { fields: {}, terms: [], meta: {}, comments: 0, bytes: 0 };
      else if (name === 'channel' && parent === 'rss') sawChannel = true;
      else if (name === 'wp:comment' && item) item.comments += 1;
      else if (name === 'wp:author') author = { login: '', name: '' };
      else if (name === 'wp:postmeta') pair = { key: '', value: '' };
      else if (name === 'category' && parent === 'item') domain = attributes.domain ?? '';
      buffer = [];
      return isItem;
    },
    text(text) {
      if (item) item.bytes += text.length;
      // Oversized items are refused anyway, so their text is not buffered.
      if ((item?.bytes ?? 0) < 2_000_000) buffer.push(text);
    },
    close(name, path) {
      const value = buffer.join('');
      buffer = [];
      const parent = path.at(-1);
      if (parent === 'channel' && name === 'item' && item) {
        ready.push(item);
        item = null;
        return true;
      }
      if (parent === 'channel') closeInChannel(name, value);
      else if (parent === 'item' && item) closeInItem(name, value, item);
      else if (name === 'wp:author_login') author.login = value.trim();
      else if (name === 'wp:author_display_name') author.name = value.trim();
      else if (name === 'wp:meta_key') pair.key = value;
      else if (name === 'wp:meta_value') pair.value = value;
      return false;
    },
  };
}
