import type { Element, ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { markdownStyle } from '../../../platform/markdown/markdown-style.ts';

// Loaded with the first paste that brings HTML.

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const toMarkdown = unified().use(rehypeRemark, { newlines: false }).freeze();
const writer = unified().use(remarkGfm).use(remarkStringify, markdownStyle).freeze();

const dropped = new Set([
  'style',
  'script',
  'meta',
  'link',
  'title',
  'xml',
  'template',
  'img',
  'svg',
  'object',
  'iframe',
  'input',
  'button',
  'select',
  'textarea',
  'video',
  'audio',
  'o:p',
]);
const styleOf = (node: Element): string => String(node.properties.style ?? '').toLowerCase();
const isElement = (node: ElementContent): node is Element => node.type === 'element';
const textIn = (node: ElementContent): string =>
  node.type === 'text' ? node.value : isElement(node) ? node.children.map(textIn).join('') : '';

const isBold = (style: string) => /font-weight:\s*(?:bold|[6-9]00)/.test(style);
const isItalic = (style: string) => /font-style:\s*italic/.test(style);
const isUnmarked = (style: string) => /font-weight:\s*(?:normal|400)/.test(style);

const element = (tagName: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

function cleanAll(nodes: ElementContent[]): ElementContent[] {
  return intoLists(nodes.flatMap(clean));
}

function clean(node: ElementContent): ElementContent[] {
  if (node.type === 'text')
    return [{ type: 'text', value: node.value.replaceAll('\u00a0', ' ').replaceAll('\u200b', '') }];
  if (!isElement(node) || dropped.has(node.tagName)) return [];
  const style = styleOf(node);
  if (/mso-list:\s*ignore/.test(style) || /display:\s*none/.test(style)) return [];
  const wordsList = /mso-list:\s*l\d+\s+level(\d)/.exec(style);
  // Word marks its lists as paragraphs, and prints their bullets as text.
  if (wordsList) return [wordItem(node, Number(wordsList[1]))];
  const children = cleanAll(node.children as ElementContent[]);
  // Google Docs wraps everything in a <b> that is not bold, and writes what is bold as a style.
  if (['b', 'strong'].includes(node.tagName) && isUnmarked(style)) return children;
  if (node.tagName === 'span' || node.tagName === 'font') return marked(children, style);
  if (/^h[1-6]$/.test(node.tagName)) return [heading(node, children)];
  if (/^p$|^div$/.test(node.tagName) && /mso-?heading|^title$/i.test(String(node.properties.className ?? '')))
    return [element('h2', plainChildren(children))];
  if (node.tagName === 'p' && children.every((child) => textIn(child).trim() === '' && !isElement(child))) return [];
  if (node.tagName === 'a') return [link(node, children)].flat();
  if (
    ['u', 'ins', 'center', 'section', 'article', 'main', 'header', 'footer', 'small', 'big', 'abbr'].includes(
      node.tagName,
    )
  )
    return children;
  return [{ ...node, properties: attributesOf(node), children }];
}

const attributesOf = (node: Element): Element['properties'] => {
  const { colSpan, rowSpan, start } = node.properties;
  return { ...(colSpan ? { colSpan } : {}), ...(rowSpan ? { rowSpan } : {}), ...(start ? { start } : {}) };
};

function marked(children: ElementContent[], style: string): ElementContent[] {
  if ((!isBold(style) && !isItalic(style)) || children.every((child) => textIn(child).trim() === '')) return children;
  // Markdown's signs stand at the word: spaces at the edges stay outside.
  const text = children.map(textIn).join('');
  const [lead] = /^\s*/.exec(text)!;
  const [tail] = /\s*$/.exec(text)!;
  const bare = children.map((child, at) => {
    if (child.type !== 'text') return child;
    const start = at === 0 ? child.value.trimStart() : child.value;
    return { ...child, value: at === children.length - 1 ? start.trimEnd() : start };
  });
  const inner = isItalic(style) ? [element('em', bare)] : bare;
  const space = (value: string): ElementContent[] => (value === '' ? [] : [{ type: 'text', value }]);
  return [...space(lead), ...(isBold(style) ? [element('strong', inner)] : inner), ...space(tail)];
}

/** A heading is a heading: bold inside it says nothing more. The first level is the title's. */
function heading(node: Element, children: ElementContent[]): Element {
  return element(node.tagName === 'h1' ? 'h2' : node.tagName > 'h3' ? 'h4' : node.tagName, plainChildren(children));
}

function plainChildren(children: ElementContent[]): ElementContent[] {
  return children.flatMap((child) =>
    isElement(child) && ['strong', 'b'].includes(child.tagName)
      ? plainChildren(child.children as ElementContent[])
      : [child],
  );
}

function link(node: Element, children: ElementContent[]): ElementContent[] {
  const address = unwrapped(String(node.properties.href ?? ''));
  if (!/^(?:https?:|mailto:|tel:)/i.test(address)) return children;
  return [{ ...element('a', children), properties: { href: address } }];
}

/** Google Docs and WhatsApp lead links over their own address, with an identifier of who follows them. */
function unwrapped(address: string): string {
  const found = URL.parse(address);
  if (!found) return address;
  const inner =
    /(?:^|\.)google\.[a-z.]+$/.test(found.hostname) && found.pathname === '/url' ? found.searchParams.get('q') : null;
  return inner && /^https?:/.test(inner) ? inner : address;
}

const itemMark = Symbol('item');
/** `start`: of a list that begins with this item. */
type WordItem = Element & { [itemMark]?: { level: number; isNumbered: boolean; start?: number } };

function wordItem(node: Element, level: number): WordItem {
  const printed = (node.children as ElementContent[]).filter(
    (child) => isElement(child) && /mso-list:\s*ignore/.test(styleOf(child)),
  );
  const mark = printed.map(textIn).join('').trim();
  const isNumbered = /[\da-z\p{L}]+[.)]/iu.test(mark);
  const [, start] = /^(\d{1,4})[.)]$/.exec(mark) ?? [];
  return Object.assign(element('li', cleanAll(node.children as ElementContent[])), {
    [itemMark]: { level, isNumbered, ...(start === undefined ? {} : { start: Number(start) }) },
  });
}

/** Puts neighbouring items of Word into lists, one within the other by level. */
function intoLists(nodes: ElementContent[]): ElementContent[] {
  const out: ElementContent[] = [];
  let open: { level: number; list: Element }[] = [];
  for (const node of nodes) {
    const item = (node as WordItem)[itemMark];
    if (!item) {
      if (node.type === 'text' && node.value.trim() === '' && open.length > 0) continue;
      open = [];
      out.push(node);
      continue;
    }
    const tagName = item.isNumbered ? 'ol' : 'ul';
    while (open.length > 0 && open.at(-1)!.level > item.level) open.pop();
    // Bullets that follow numbers are a list of their own: in one list they would be numbered on.
    if (open.at(-1)?.level === item.level && open.at(-1)!.list.tagName !== tagName) open.pop();
    if (open.length === 0 || open.at(-1)!.level < item.level) {
      const list = { ...element(tagName, []), properties: item.start === undefined ? {} : { start: item.start } };
      const parent = open.at(-1)?.list.children.at(-1) as Element | undefined;
      if (parent) parent.children.push(list);
      else out.push(list);
      open.push({ level: item.level, list });
    }
    open.at(-1)!.list.children.push(node as Element);
  }
  return out;
}

/** HTML of the clipboard (Word, Google Docs, a web page) as markdown: words, headings, lists, bold, links, tables. */
export function htmlToCleanMarkdown(html: string): string {
  // Word puts what is copied between these two comments, and megabytes of styles before them.
  const copied = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  const tree = parser.parse(copied) as Root;
  const root: Root = { type: 'root', children: cleanAll(tree.children as ElementContent[]) };
  return writer
    .stringify(toMarkdown.runSync(root) as never)
    .replaceAll(/\\?\n{3,}/g, '\n\n')
    .trim();
}
