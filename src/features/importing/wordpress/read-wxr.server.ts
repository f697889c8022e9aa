import { SaxesParser } from 'saxes';
import { NotTaken, SourceBroken } from '../import-source.ts';
import { boundTags } from '../xml-bounds.ts';
import { declaresEntities } from '../xml-doctype.ts';
import { readBytes, type ReadProgress } from '../read-lines.server.ts';

const ownEntities = 'The file declares XML entities of its own, which no WordPress export does: it is not read.';

export type WxrItem = {
  fields: Record<string, string>;
  terms: { domain: string; name: string }[];
  meta: Record<string, string>;
  comments: number;
  bytes: number;
};
export type WxrHead = { title: string; link: string; language: string; version: string; authors: Map<string, string> };

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
/** Beyond any real item; reading stops at a longer one. */
const maxItemChars = 20_000_000;
/** Their names are held until the file ends. */
const mostAuthors = 100_000;

/** A slice alone would keep the whole text in memory. */
export const cut = (text: string, most: number): string =>
  text.length > most ? Buffer.from(text.slice(0, most).toWellFormed()).toString() : text;

/** Streams the items of an export. `head` is filled as the file is read. */
export async function* readWxr(
  path: string,
  isGzip: boolean,
  progress: ReadProgress,
  head: WxrHead,
): AsyncGenerator<WxrItem> {
  const parser = new SaxesParser({ position: true });
  Object.assign(parser.ENTITIES, {
    nbsp: '\u00a0',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    copy: '©',
    rsquo: '’',
    lsquo: '‘',
    rdquo: '”',
    ldquo: '“',
  });
  const reader = new ItemReader(head);
  parser.on('error', (error) => {
    throw new SourceBroken(
      `The XML breaks off or is wrong ${reader.where}: ${error.message.replace(/^undefined:/, 'line ').slice(0, 160)}`,
    );
  });
  parser.on('doctype', (declaration) => {
    if (declaresEntities(declaration)) throw new NotTaken(ownEntities);
  });
  boundTags(parser, () => reader.depth);
  parser.on('opentag', (tag) => reader.open(tag.name, tag.attributes as Record<string, string>));
  parser.on('closetag', (tag) => reader.close(tag.name));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));

  let decoder: TextDecoder | null = null;
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(path, isGzip, progress)) {
      decoder ??= decoderFor(chunk);
      write(parser, decode(decoder, chunk), reader);
      yield* reader.take();
    }
    if (!decoder) throw new SourceBroken('The file is empty.');
    write(parser, decode(decoder), reader);
    parser.close();
  } catch (error) {
    failure = error;
  }
  yield* reader.take();
  if (failure) throw failure;
  if (reader.isStrange)
    throw new NotTaken('It is XML, but no WordPress export (WXR): there is no <rss> with a <channel>.');
}

function write(parser: SaxesParser, text: string, reader: ItemReader): void {
  reader.sinceItem += text.length;
  if (reader.sinceItem > maxItemChars)
    throw new SourceBroken(`One entry ${reader.where} has more than 20 MB; the file is not read any further.`);
  // WordPress exports control characters that XML forbids; they are invisible anyway.
  parser.write(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

function decoderFor(chunk: Buffer): TextDecoder {
  const start = chunk.subarray(0, 65_536).toString('latin1');
  const beforeRss = start.slice(0, start.search(/<rss[\s>]/i) + 1 || undefined);
  if (/<!ENTITY|<!DOCTYPE[^>]{0,2000}\[/i.test(beforeRss)) throw new NotTaken(ownEntities);
  const isWide =
    chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : null;
  const declared = isWide ?? /^[^<]{0,3}<\?xml[^>]*encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared, { fatal: true });
  } catch {
    throw new NotTaken(`The file says that its encoding is "${declared}", which is not known here. Save it as UTF-8.`);
  }
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new SourceBroken(
      `The file says that it is ${decoder.encoding.toUpperCase()}, but holds bytes that are not: save it as UTF-8 and import it again.`,
    );
  }
}

class ItemReader {
  sinceItem = 0;
  private readonly head: WxrHead;
  private readonly stack: string[] = [];
  private readonly done: WxrItem[] = [];
  private item: WxrItem | null = null;
  private buffer: string[] | null = null;
  private pair = { key: '', value: '' };
  private author = { login: '', name: '' };
  private term: { domain: string } | null = null;
  private sawChannel = false;

  constructor(head: WxrHead) {
    this.head = head;
  }

  get depth() {
    return this.stack.length;
  }

  get isStrange() {
    return !this.sawChannel;
  }

  get where(): string {
    return this.item
      ? `in the entry "${this.item.fields.title?.slice(0, 80) || 'without a title yet'}"`
      : this.sawChannel
        ? 'between entries'
        : 'before the first entry';
  }

  *take(): Generator<WxrItem> {
    while (this.done.length > 0) yield this.done.shift()!;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.stack.length === 0 && name !== 'rss')
      throw new NotTaken(`It is XML, but no WordPress export (WXR): it begins with <${name.slice(0, 40)}>.`);
    this.stack.push(name);
    const parent = this.stack.at(-2);
    if (name === 'channel' && parent === 'rss') this.sawChannel = true;
    else if (name === 'item' && parent === 'channel') {
      this.item = { fields: {}, terms: [], meta: {}, comments: 0, bytes: 0 };
      this.sinceItem = 0;
    } else if (name === 'wp:comment' && this.item) this.item.comments += 1;
    else if (name === 'wp:author') this.author = { login: '', name: '' };
    else if (name === 'wp:postmeta') this.pair = { key: '', value: '' };
    if (name === 'category' && parent === 'item') this.term = { domain: attributes.domain ?? '' };
    this.buffer = [];
  }

  text(text: string): void {
    if (this.item) this.item.bytes += text.length;
    // Oversized items are refused anyway, so their text is not buffered.
    if (this.buffer && (this.item?.bytes ?? 0) < 2_000_000) this.buffer.push(text);
  }

  close(name: string): void {
    const value = this.buffer?.join('') ?? '';
    this.buffer = null;
    this.stack.pop();
    const parent = this.stack.at(-1);
    if (parent === 'channel') this.closeInChannel(name, value);
    else if (parent === 'wp:author') {
      if (name === 'wp:author_login') this.author.login = value.trim();
      if (name === 'wp:author_display_name') this.author.name = value.trim();
    } else if (parent === 'item' && this.item) {
      if (name === 'category' && this.term) this.item.terms.push({ domain: this.term.domain, name: value.trim() });
      else if (name === 'wp:postmeta' && retainedMeta.has(this.pair.key))
        this.item.meta[this.pair.key] = this.pair.value;
      else if (itemFields.has(name) && this.item.fields[name] === undefined) this.item.fields[name] = value;
    } else if (parent === 'wp:postmeta') {
      if (name === 'wp:meta_key') this.pair.key = value;
      if (name === 'wp:meta_value') this.pair.value = value;
    }
  }

  private closeInChannel(name: string, value: string): void {
    if (name === 'item' && this.item) {
      this.done.push(this.item);
      this.item = null;
      this.sinceItem = 0;
    } else if (name === 'wp:author' && this.author.login && this.head.authors.size < mostAuthors)
      this.head.authors.set(cut(this.author.login, 200), cut(this.author.name || this.author.login, 200));
    else if (name === 'title') this.head.title = value.trim();
    else if (name === 'wp:base_blog_url' || (name === 'link' && !this.head.link)) this.head.link = value.trim();
    else if (name === 'language') this.head.language = value.trim();
    else if (name === 'wp:wxr_version') this.head.version = value.trim();
  }
}
