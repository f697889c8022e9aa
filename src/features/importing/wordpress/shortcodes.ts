import { embedTitle, webAddress, type LeftOut } from '../../pieces/from-html/embeds.ts';

export type Attachment = { url: string; parent: number; title: string; caption: string };
export type ShortcodeContext = {
  postId: number;
  attachments: Map<number, Attachment>;
  baseUrl?: string | undefined;
  leftOut: LeftOut;
};

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!);

/** Shortcodes recognised by name; others only with attributes or a closing tag, since [text] may be plain text. */
const known = new Set([
  'caption',
  'wp_caption',
  'gallery',
  'embed',
  'audio',
  'video',
  'playlist',
  'youtube',
  'vimeo',
  'dailymotion',
  'soundcloud',
  'googlemaps',
  'tweet',
  'instagram',
  'wpvideo',
  'videopress',
  'slideshare',
  'slideshow',
  'recent_posts',
  'archives',
  'polldaddy',
  'contact-form',
  'contact-form-7',
  'contact-field',
  'sitemap',
  'portfolio',
  'blog_subscription_form',
  'code',
  'sourcecode',
  'gist',
  'ted',
  'scribd',
  'flickr',
  'presentation',
  'slide',
  'latex',
]);

const mark = /\[(\/?)([a-z][\w-]{1,40})((?:\s[^[\]<>]{0,2000}|=[^[\]<>]{0,2000})?)(\/?)\](?!\()/gi;

/** Converts shortcodes to HTML; those without an equivalent are dropped and counted. `[[x]]` is an escape. */
export function expandShortcodes(html: string, context: ShortcodeContext): string {
  const setAside: string[] = [];
  const text = html
    .replace(/<(pre|code|script|style)\b[\s\S]*?<\/\1\s*>/gi, (whole) => `\u0002${setAside.push(whole) - 1}\u0002`)
    .replace(/\[\[([^[\]]{1,300})\]\]/g, (_, inner: string) => `\u0002${setAside.push(`[${inner}]`) - 1}\u0002`);
  return expand(text, context, 0).replace(/\u0002(\d+)\u0002/g, (_, index: string) => setAside[Number(index)] ?? '');
}

function expand(html: string, context: ShortcodeContext, depth: number): string {
  let result = '';
  let at = 0;
  mark.lastIndex = 0;
  const marks = [...html.matchAll(mark)];
  for (let index = 0; index < marks.length; index += 1) {
    const match = marks[index]!;
    if (match.index < at || match[1] === '/') continue;
    const name = match[2]!.toLowerCase();
    const closingIndex =
      match[4] === '/'
        ? -1
        : marks.findIndex(
            (other, position) => position > index && other[1] === '/' && other[2]!.toLowerCase() === name,
          );
    const closing = closingIndex === -1 ? undefined : marks[closingIndex];
    const attributes = attributesOf(match[3] ?? '');
    const isShortcode =
      known.has(name) || closing !== undefined || (attributes.size > 0 && /=\s*["']/.test(match[3] ?? ''));
    if (!isShortcode) continue;
    const start = match.index + match[0].length;
    const inner = closing ? html.slice(start, closing.index) : '';
    result +=
      html.slice(at, match.index) +
      write(name, attributes, depth < 8 && inner !== '' ? expand(inner, context, depth + 1) : inner, context);
    at = closing ? closing.index + closing[0].length : start;
  }
  return result + html.slice(at);
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let position = 0;
  for (const match of text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|(\S+)/g)) {
    if (match[1]) attributes.set(match[1].toLowerCase(), match[2] ?? match[3] ?? match[4] ?? '');
    else attributes.set(String(position++), (match[5] ?? match[6] ?? '').replace(/^=/, ''));
  }
  return attributes;
}

function write(name: string, attributes: Map<string, string>, inner: string, context: ShortcodeContext): string {
  const address = (value: string | undefined) =>
    value ? webAddress(value.replaceAll('&amp;', '&'), context.baseUrl) : null;
  const linkTo = (target: string | null, what: string) => {
    if (target)
      return `<p><a href="${escapeHtml(target)}">${escapeHtml(what === '' ? embedTitle(target) : `${what}: ${target.split('/').at(-1)?.split('?')[0] || target}`)}</a></p>`;
    context.leftOut.add(`a [${name}] that could not be read`);
    return '';
  };
  switch (name) {
    case 'caption':
    case 'wp_caption': {
      const picture = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)/i.exec(inner);
      const caption = attributes.get('caption') ?? (picture ? inner.slice(picture[0].length) : '');
      return `\n\n<figure>${picture?.[1] ?? inner}${caption.trim() ? `<figcaption>${caption.trim()}</figcaption>` : ''}</figure>\n\n`;
    }
    case 'gallery':
    case 'slideshow':
      return gallery(attributes, context);
    case 'embed':
    case 'youtube':
    case 'vimeo':
    case 'dailymotion':
    case 'soundcloud':
    case 'tweet':
    case 'instagram':
    case 'ted':
    case 'scribd':
    case 'flickr':
    case 'googlemaps':
    case 'gist': {
      const value =
        inner.replace(/<[^>]*>/g, '').trim() ||
        attributes.get('url') ||
        attributes.get('src') ||
        attributes.get('0') ||
        '';
      if (name === 'youtube' && /^[\w-]{11}$/.test(value))
        return linkTo(`https://www.youtube.com/watch?v=${value}`, '');
      if (name === 'vimeo' && /^\d{5,12}$/.test(value)) return linkTo(`https://vimeo.com/${value}`, '');
      return linkTo(address(value), '');
    }
    case 'audio':
    case 'video': {
      const value = ['src', 'mp4', 'webm', 'ogv', 'm4v', 'mp3', 'ogg', 'wav', 'm4a', '0']
        .map((key) => attributes.get(key))
        .find(Boolean);
      return linkTo(address(value ?? inner.replace(/<[^>]*>/g, '').trim()), name === 'audio' ? 'Sound' : 'Video');
    }
    case 'wpvideo':
    case 'videopress':
      return linkTo(
        attributes.get('0') ? `https://videopress.com/v/${encodeURIComponent(attributes.get('0')!)}` : null,
        '',
      );
    case 'code':
    case 'sourcecode':
      return `<pre><code>${inner}</code></pre>`;
    default:
      context.leftOut.add(
        inner.trim() === '' ? `the shortcode [${name}]` : `the shortcode [${name}], its text is kept`,
      );
      return inner;
  }
}

function gallery(attributes: Map<string, string>, context: ShortcodeContext): string {
  const excluded = idsOf(attributes.get('exclude'));
  const listed = idsOf(attributes.get('ids') ?? attributes.get('include'));
  const parent = Number(attributes.get('id') ?? context.postId);
  const ids =
    listed.length > 0
      ? listed
      : [...context.attachments]
          .filter(([id, attachment]) => attachment.parent === parent && !excluded.includes(id))
          .map(([id]) => id);
  const pictures = ids.slice(0, 200).flatMap((id) => context.attachments.get(id) ?? []);
  const missing = ids.length - pictures.length;
  if (pictures.length === 0 || missing > 0)
    context.leftOut.add(
      pictures.length === 0
        ? 'a gallery whose pictures are not in the export'
        : `${missing} pictures of a gallery that are not in the export`,
    );
  return `\n\n${pictures.map(({ url, title, caption }) => `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(title)}">${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`).join('\n\n')}\n\n`;
}

const idsOf = (list: string | undefined) =>
  (list ?? '')
    .split(/[\s,]+/)
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
