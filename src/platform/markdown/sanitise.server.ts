import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { plainText } from './plain-text.server.ts';
import { textTags } from './text-tags.ts';

// `/x` but not `//x` or `/\x`, which are other sites; `%7Borigin%7D` is a placeholder of the owner's text pages.
const safeHref =
  /^(?:https?:\/\/[^\s\\]+|mailto:[^\s]+|tel:[^\s]+|#s-[\w%-]*|\/(?![/\\])[^\u0000-\u0020\\]*|(?:%7B|\{)origin(?:%7D|\})(?:\/[^\s\\]*)?)$/i;

// Allowlist, and the only way to stored HTML: elements and attributes not listed here are dropped.
const schema = {
  strip: [
    'script',
    'style',
    'template',
    'noscript',
    'iframe',
    'object',
    'embed',
    'textarea',
    'title',
    'svg',
    'math',
    'select',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
  ],
  tagNames: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'kbd',
    'samp',
    'var',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'div',
    'section',
    ...textTags,
    'img',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'label',
    'input',
    'figure',
    'figcaption',
    'ruby',
    'rt',
    'rp',
    'bdi',
    'wbr',
  ],
  attributes: {
    '*': [
      ['lang', /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/],
      ['dir', 'ltr', 'rtl', 'auto'],
    ],
    a: [['href', safeHref], ['rel', 'noopener', 'nofollow'], ['id', /^s-fnref-[\w%-]+$/], 'ariaLabel'],
    h2: [['id', /^s-[a-z0-9-]+$/]],
    h3: [['id', /^s-[a-z0-9-]+$/]],
    li: [['id', /^s-fn-[\w%-]+$/]],
    div: [
      ['className', 'scroll', 'papers', 'call', 'note', 'good', 'warn', 'bad'],
      ['tabIndex', 0, '0'],
      ['role', 'group'],
      'ariaLabel',
    ],
    dl: [['className', 'ledger', 'facts']],
    ol: [
      ['className', 'steps'],
      ['start', /^\d{1,6}$/],
    ],
    input: [['type', 'checkbox']],
    img: [
      ['src', /^\/media\/(?!.*\.\.)[\w./-]+$/],
      'alt',
      ['width', /^\d{1,5}$/],
      ['height', /^\d{1,5}$/],
      ['loading', 'lazy'],
      ['decoding', 'async'],
    ],
    th: [
      ['className', 'num'],
      ['scope', 'col', 'row'],
      ['colSpan', /^[1-9]\d?$/],
      ['rowSpan', /^[1-9]\d{0,2}$/],
    ],
    td: [
      ['className', 'num'],
      ['colSpan', /^[1-9]\d?$/],
      ['rowSpan', /^[1-9]\d{0,2}$/],
    ],
  },
  required: { input: { type: 'checkbox' } },
  protocols: { href: ['http', 'https', 'mailto', 'tel'] },
  ancestors: {
    li: ['ul', 'ol'],
    dt: ['dl'],
    dd: ['dl'],
    caption: ['table'],
    thead: ['table'],
    tbody: ['table'],
    tfoot: ['table'],
    tr: ['table'],
    th: ['table'],
    td: ['table'],
    figcaption: ['figure'],
    label: ['div'],
    input: ['label'],
    rt: ['ruby'],
    rp: ['ruby'],
  },
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
} as const;

type Schema = NonNullable<Parameters<typeof rehypeSanitize>[0]>;
const sanitiser = unified()
  .use(rehypeSanitize, schema as unknown as Schema)
  .freeze();
const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const writer = unified().use(rehypeStringify, { bogusComments: false }).freeze();

const icons: Record<string, string> = { note: 'info', good: 'tick', warn: 'alert', bad: 'scams' };

/** Sanitises and serialises a tree. Nothing may change the HTML afterwards. */
export function sanitisedHtml(tree: Root): string {
  const clean = sanitiser.runSync(tree) as Root;
  addIcons(clean.children as Element[]);
  return writer.stringify(clean);
}

/** The plain text of stored HTML, one line per block. */
export const htmlToText = (html: string) => plainText(parser.parse(html) as Root);

// Runs after the sanitiser, so it inserts constants only, chosen by class name from a closed list.
function addIcons(nodes: Element[]): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const names = node.properties.className;
    if (node.tagName === 'div' && Array.isArray(names) && names.includes('call')) {
      const icon = icons[String(names.find((name) => String(name) in icons))];
      if (icon) node.children.unshift(iconElement(icon));
    }
    addIcons(node.children as Element[]);
  }
}

const iconElement = (name: string): Element => ({
  type: 'element',
  tagName: 'svg',
  properties: { ariaHidden: 'true' },
  children: [{ type: 'element', tagName: 'use', properties: { href: `#i-${name}` }, children: [] }],
});
