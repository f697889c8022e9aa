import { markdownToHtml } from '../../pieces/from-html/html-to-markdown.server.ts';

// Ghost stores HTML beside Lexical (current) or Mobiledoc (before 2024). HTML is the most reliable; the others are
// fallbacks.

type Lexical = {
  type?: string;
  text?: string;
  format?: number | string;
  tag?: string;
  url?: string;
  children?: Lexical[];
  listType?: string;
  html?: string;
  markdown?: string;
  code?: string;
  language?: string;
  src?: string;
  alt?: string;
  caption?: string;
  images?: Lexical[];
  metadata?: { title?: string | null; description?: string | null };
  calloutText?: string;
  calloutEmoji?: string;
  heading?: string;
  content?: string;
  buttonText?: string;
  buttonUrl?: string;
  fileName?: string;
  fileTitle?: string;
  fileCaption?: string;
  title?: string;
  header?: string;
  subheader?: string;
  productTitle?: string;
  productDescription?: string;
  productImageSrc?: string;
  productButton?: string;
  productUrl?: string;
  textValue?: string;
  imageUrl?: string;
};

const escape = (text: unknown) =>
  String(text ?? '').replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  );
const wrapped = (tag: string, html: string) => `<${tag}>${html}</${tag}>`;
const marks: [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
];

/** @throws Error where it is not a Lexical document */
export function lexicalToHtml(json: string): string {
  const document = JSON.parse(json) as { root?: Lexical };
  if (!document.root || !Array.isArray(document.root.children)) throw new Error('no Lexical document');
  return document.root.children.map((node) => lexicalNode(node, 0)).join('\n');
}

function lexicalNode(node: Lexical, depth: number): string {
  if (depth > 40 || typeof node !== 'object' || node === null) return '';
  const caption = node.caption ? `<p><em>${node.caption}</em></p>` : '';
  const inner = () => (node.children ?? []).map((child) => lexicalNode(child, depth + 1)).join('');
  switch (node.type) {
    case 'text':
    case 'extended-text':
    case 'code-highlight':
      return marks.reduce(
        (html, [bit, tag]) => (Number(node.format ?? 0) & bit ? `<${tag}>${html}</${tag}>` : html),
        escape(node.text),
      );
    case 'linebreak':
      return '<br>';
    case 'heading':
    case 'extended-heading':
      return wrapped(/^h[1-6]$/.test(node.tag ?? '') ? node.tag! : 'h2', inner());
    case 'quote':
    case 'extended-quote':
    case 'aside':
      return `<blockquote><p>${inner()}</p></blockquote>`;
    case 'list':
      return wrapped(node.listType === 'number' || node.tag === 'ol' ? 'ol' : 'ul', inner());
    case 'listitem':
      return `<li>${inner()}</li>`;
    case 'link':
    case 'autolink':
      return `<a href="${escape(node.url)}">${inner()}</a>`;
    case 'horizontalrule':
      return '<hr>';
    case 'image':
      return `<figure><img src="${escape(node.src)}" alt="${escape(node.alt)}">${node.caption ? `<figcaption>${node.caption}</figcaption>` : ''}</figure>`;
    case 'gallery':
      return (node.images ?? []).map((image) => lexicalNode({ ...image, type: 'image' }, depth + 1)).join('') + caption;
    case 'html':
      return node.html ?? '';
    case 'markdown':
      return markdownToHtml(node.markdown ?? '');
    case 'codeblock':
      return `<pre><code>${escape(node.code)}</code></pre>${caption}`;
    case 'embed':
      return node.url
        ? `<p><a href="${escape(node.url)}">${escape(node.metadata?.title || node.url)}</a></p>${caption}`
        : (node.html ?? '');
    case 'bookmark':
      return `<p><a href="${escape(node.url)}">${escape(node.metadata?.title || node.url)}</a>${node.metadata?.description ? ` — ${escape(node.metadata.description)}` : ''}</p>${caption}`;
    case 'callout':
      return ghostCard(
        'callout',
        `<div class="kg-callout-emoji">${escape(node.calloutEmoji)}</div><div class="kg-callout-text">${node.calloutText ?? inner()}</div>`,
      );
    case 'toggle':
      return `<details><summary>${node.heading ?? ''}</summary>${node.content ?? inner()}</details>`;
    case 'button':
      return button(node.buttonUrl, node.buttonText);
    case 'video':
    case 'audio':
    case 'file':
      return `<p><a href="${escape(node.src)}">${escape(node.fileTitle || node.title || node.fileName || node.src)}</a>${node.fileCaption ? ` (${escape(node.fileCaption)})` : ''}</p>${caption}`;
    case 'header':
      return ghostCard(
        'header',
        `<h2>${node.header ?? ''}</h2><p>${node.subheader ?? ''}</p>${button(node.buttonUrl, node.buttonText)}`,
      );
    case 'product':
      return ghostCard(
        'product',
        `${picture(node.productImageSrc)}<h4>${node.productTitle ?? ''}</h4><div>${node.productDescription ?? ''}</div>${button(node.productUrl, node.productButton)}`,
      );
    case 'call-to-action':
      return `${picture(node.imageUrl)}<div>${node.textValue ?? ''}</div>${button(node.buttonUrl, node.buttonText)}`;
    case 'paywall':
      return '';
    default:
      // Sign-up forms, parts of mails and what Ghost may yet invent: their kind is named in the report.
      return node.children ? `<p>${inner()}</p>` : ghostCard(escape(node.type), '');
  }
}

/** In the classes of Ghost's own HTML, so that both are read in one place. */
const ghostCard = (kind: string, inner: string) => `<div class="kg-card kg-${kind}-card">${inner}</div>`;
const button = (address: string | undefined, words: string | undefined) =>
  address ? `<p><a href="${escape(address)}">${escape(words || address)}</a></p>` : '';
const picture = (address: string | undefined) => (address ? `<p><img src="${escape(address)}"></p>` : '');

type Mobiledoc = {
  markups?: [string, string[]?][];
  atoms?: [string, string, unknown][];
  cards?: [string, Record<string, unknown>][];
  sections?: unknown[][];
};

/** @throws Error where it is not a Mobiledoc document */
export function mobiledocToHtml(json: string): string {
  const document = JSON.parse(json) as Mobiledoc;
  if (!Array.isArray(document.sections)) throw new Error('no Mobiledoc');
  return document.sections
    .map((section) => {
      if (!Array.isArray(section)) return '';
      switch (section[0]) {
        case 1: {
          const tag = /^(?:p|h[1-6]|blockquote|aside)$/.test(String(section[1])) ? String(section[1]) : 'p';
          return `<${tag}>${markers(section[2] as unknown[], document)}</${tag}>`;
        }
        case 2:
          return `<figure><img src="${escape(section[1])}"></figure>`;
        case 3: {
          const tag = section[1] === 'ol' ? 'ol' : 'ul';
          return `<${tag}>${((section[2] as unknown[][]) ?? []).map((item) => `<li>${markers(item, document)}</li>`).join('')}</${tag}>`;
        }
        case 10:
          return card(document.cards?.[Number(section[1])]);
        default:
          return '';
      }
    })
    .join('\n');
}

function markers(list: unknown[] | undefined, document: Mobiledoc): string {
  const open: string[] = [];
  return (Array.isArray(list) ? list : [])
    .map((marker) => {
      if (!Array.isArray(marker)) return '';
      const [kind, opened, closed, value] = marker as [number, number[], number, unknown];
      const starts = (Array.isArray(opened) ? opened : [])
        .map((index) => {
          const [tag, attributes] = document.markups?.[index] ?? ['span'];
          const name = /^(?:a|b|strong|i|em|s|u|code|sub|sup)$/.test(tag) ? tag : 'span';
          open.push(name);
          const at = attributes?.indexOf('href') ?? -1;
          return name === 'a' ? `<a href="${escape(attributes?.[at + 1])}">` : `<${name}>`;
        })
        .join('');
      const text =
        kind === 0
          ? escape(value)
          : document.atoms?.[Number(value)]?.[0] === 'soft-return'
            ? '<br>'
            : escape(document.atoms?.[Number(value)]?.[1]);
      const ends = Array.from({ length: Math.min(Number(closed) || 0, open.length) }, () => `</${open.pop()}>`).join(
        '',
      );
      return starts + text + ends;
    })
    .join('');
}

function card(entry: [string, Record<string, unknown>] | undefined): string {
  if (!Array.isArray(entry)) return '';
  const [name, payload = {}] = entry;
  return lexicalNode({ ...payload, type: lexicalNames[name] ?? name } as Lexical, 0);
}
/** Cards of Mobiledoc that have another name in Lexical; the others are alike. */
const lexicalNames: Record<string, string> = { 'card-markdown': 'markdown', code: 'codeblock', hr: 'horizontalrule' };
