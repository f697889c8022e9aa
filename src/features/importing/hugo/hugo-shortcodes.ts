import { isFile } from '../../pieces/from-html/lost-files.ts';
import { embedTitle, webAddress, type LeftOut } from '../../pieces/from-html/embeds.ts';
import { headingsOf } from './hugo-headings.ts';
import { folderOf, type HugoLanguages, splitLanguage } from './hugo-languages.ts';

/** `folder`: in which the page stands below the content of its language. */
export type HugoContext = {
  baseUrl?: string | undefined;
  leftOut: LeftOut;
  folder: string;
  written: string | null;
  languages: HugoLanguages;
};

/** Stands for this site until relative addresses are resolved: a reference leads to a piece that is imported too. */
export const pieceHost = 'https://piece.invalid';

const mark =
  /\{\{([<%])\s{0,20}(\/?)\s{0,20}([\w./-]{1,60})((?:\s(?:"(?:[^"\\]|\\.)*"|`[^`]*`|[^"`>%}]|[>%](?!\}\}))*)?)\s*(\/?)[>%]\}\}/g;
const structure = new Set([
  'gallery',
  'row',
  'column',
  'columns',
  'col',
  'div',
  'center',
  'section',
  'tabs',
  'tab',
  'grid',
  'card',
  'cards',
  'lead',
  'rawhtml',
  'raw',
  'html',
  'ltr',
  'rtl',
]);

/** Converts Hugo shortcodes to Markdown; unknown ones are dropped and counted. Code blocks stay unchanged. */
export function expandHugoShortcodes(body: string, context: HugoContext): string {
  const withHeadings = headingsOf(body);
  return body
    .split(/(^(?:```|~~~)[\s\S]*?^(?:```|~~~)[^\n]*$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? unescape(part)
        : unescape(expand(withPageLinks(withHeadings(withoutEmptyBold(part)), context), context)),
    )
    .join('');
}

/** Editors leave empty bold marks (`****`), which Markdown shows as asterisks. A line of asterisks alone is a rule. */
const withoutEmptyBold = (text: string) =>
  text.replace(/^.*\*{4}.*$/gm, (line) =>
    /^[\s*]+$/.test(line) ? line : line.replace(/\*{4,}/g, (stars) => '*'.repeat(stars.length % 4)),
  );

/** A link to a content file, `[x](other.md#y)`, leads to its page. */
const withPageLinks = (text: string, context: HugoContext) =>
  text.replace(
    /\]\(([\p{L}\p{M}\p{N}_./-]{1,200}\.(?:md|markdown)(?:#[^\s()]{1,200})?)\)/gu,
    (_, file: string) => `](${pageOf(file, context)})`,
  );

const unescape = (text: string) => text.replace(/\{\{([<%])\/\*([\s\S]{0,500}?)\*\/([>%])\}\}/g, '{{$1$2$3}}');

function expand(text: string, context: HugoContext): string {
  const openNames = new Map<string, number>();
  for (const match of text.matchAll(mark))
    if (match[2] === '/') openNames.set(match[3]!.toLowerCase(), (openNames.get(match[3]!.toLowerCase()) ?? 0) + 1);
  return text.replace(mark, (_, __: string, slash: string, rawName: string, rest: string) => {
    const name = rawName.toLowerCase();
    if (slash === '/' || structure.has(name)) return '';
    return write(name, attributesOf(rest ?? ''), openNames.has(name), context);
  });
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let position = 0;
  for (const match of text.matchAll(
    /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))|"((?:[^"\\]|\\.)*)"|`([^`]*)`|(\S+)/g,
  )) {
    if (match[1]) attributes.set(match[1].toLowerCase(), (match[2] ?? match[3] ?? match[4] ?? '').replace(/\\"/g, '"'));
    else attributes.set(String(position++), match[5] ?? match[6] ?? match[7] ?? '');
  }
  return attributes;
}

const escapeText = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]*_`<\\]/g, '\\$&');
const link = (address: string, title: string) => `\n\n[${escapeText(title)}](<${address}>)\n\n`;

function write(name: string, attributes: Map<string, string>, isPaired: boolean, context: HugoContext): string {
  const { baseUrl, leftOut } = context;
  const first = attributes.get('0') ?? '';
  const id = attributes.get('id') ?? first;
  switch (name) {
    case 'figure':
    case 'galleryimg':
    case 'img':
    case 'image':
    case 'imgproc':
    case 'picture': {
      const written = attributes.get('src') ?? attributes.get('url') ?? attributes.get('link') ?? first;
      const address = webAddress(written, baseUrl) ?? (/^\/?[\w./%-]+$/.test(written) ? written : null);
      if (!address && written) leftOut.lose('picture_gone', written);
      if (!address) return written ? '' : leave(name, leftOut);
      const caption = attributes.get('caption') ?? attributes.get('title') ?? '';
      const alt = attributes.get('alt') ?? '';
      return `\n\n![${escapeText(alt)}](<${address}>)\n\n${caption.trim() ? `*${escapeText(caption.replace(/<[^>]*>/g, ''))}*\n\n` : ''}`;
    }
    case 'youtube':
      return /^[\w-]{6,20}$/.test(id)
        ? link(`https://www.youtube.com/watch?v=${id}`, embedTitle('https://www.youtube.com/', attributes.get('title')))
        : leave(name, leftOut);
    case 'vimeo':
      return /^\d+$/.test(id)
        ? link(`https://vimeo.com/${id}`, embedTitle('https://vimeo.com/', attributes.get('title')))
        : leave(name, leftOut);
    case 'tweet':
    case 'twitter':
    case 'x': {
      const tweet = /^\d+$/.test(id) ? id : first;
      return /^\d+$/.test(tweet)
        ? link(
            `https://twitter.com/${/^\w+$/.test(attributes.get('user') ?? '') ? attributes.get('user') : 'i'}/status/${tweet}`,
            'Post on X (Twitter)',
          )
        : leave(name, leftOut);
    }
    case 'instagram':
      return /^[\w-]+$/.test(id)
        ? link(`https://www.instagram.com/p/${id}/`, 'Post on Instagram')
        : leave(name, leftOut);
    case 'gist':
      return /^[\w-]+$/.test(first) && /^\w+$/.test(attributes.get('1') ?? '')
        ? link(`https://gist.github.com/${first}/${attributes.get('1')}`, 'Code on GitHub')
        : leave(name, leftOut);
    case 'bookmark':
    case 'link':
    case 'button':
    case 'iframe':
    case 'video':
    case 'audio':
    case 'embed':
    case 'pdf':
    case 'twitter_simple': {
      const written = attributes.get('url') ?? attributes.get('href') ?? attributes.get('src') ?? first;
      const address = webAddress(written, baseUrl);
      if (!address && isFile(written)) leftOut.lose('file_gone', written);
      if (!address) break;
      const title = attributes.get('title') ?? attributes.get('text') ?? '';
      const note = attributes.get('description') ?? attributes.get('caption') ?? '';
      return `${link(address, title || embedTitle(address)).trimEnd()}${note && note !== title ? ` — ${escapeText(note)}` : ''}\n\n`;
    }
    case 'ref':
    case 'relref':
      return pageOf(attributes.get('path') ?? (first || id), context);
    case 'highlight':
      return '';
    default:
  }
  if (isPaired) {
    leftOut.add(`the shortcode ${name}, its text is kept`);
    return '';
  }
  return leave(name, leftOut);
}

function leave(name: string, leftOut: LeftOut): string {
  leftOut.add(`the shortcode ${name}`);
  return '';
}

/**
 * The path of a content file, which every piece keeps as an old address; from the page's folder for a bare name, and in
 * the page's language where the reference names none.
 */
function pageOf(file: string, { folder, written: own, languages }: HugoContext): string {
  const [path = '', fragment] = file.split('#', 2);
  const { name: bare, written } = splitLanguage(path.replace(/\.(?:md|markdown|html)$/i, ''), languages.codes);
  const name = bare.replace(/\/?_?index$/i, '');
  const from = name.startsWith('/') || (name.includes('/') && !name.startsWith('.')) ? '' : folder;
  const parts = [...folderOf(written ?? own, languages), from, name];
  const page = name === '' ? '' : new URL(parts.join('/').replace(/^\/*/, '/'), pieceHost).href;
  return fragment === undefined ? page : `${page}#${fragment}`;
}
