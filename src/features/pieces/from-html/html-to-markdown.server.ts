import type { Element, ElementContent, Root } from 'hast';
import type { Root as MarkdownRoot, RootContent } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRaw from 'rehype-raw';
import rehypeRemark from 'rehype-remark';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import remarkStringify from 'remark-stringify';
import { unified, type Processor } from 'unified';
import { cleanHtml, type Cleaning, type ListedImage } from './clean-html.server.ts';
import { isElement, textOf } from '../../../platform/markdown/hast-nodes.ts';
import { keepInPageLinks } from './in-page-links.server.ts';
import { LeftOut } from './embeds.ts';
import type { LostMedia } from './lost-files.ts';
import { addIndianMarkdown } from '../../../platform/markdown/indian-markdown.server.ts';
import { markdownStyle } from '../../../platform/markdown/markdown-style.ts';

export type Markdown = { markdown: string; images: ListedImage[]; lost: LostMedia[]; notes: string[] };
type Options = {
  /** Against which relative addresses are resolved: the piece's own address where it has one. */
  baseUrl?: string | undefined;
  /** The piece's own address, where relative addresses are not resolved against it. */
  pageUrl?: string | undefined;
};

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const markdownParser = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(function indian(this: Processor) {
    addIndianMarkdown(this);
  })
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeRaw)
  .freeze();
const htmlWriter = unified().use(rehypeStringify).freeze();
const markdownWriter = unified().use(remarkGfm).use(remarkStringify, markdownStyle).freeze();

/** Markdown has no syntax for these: they stay as HTML that the sanitiser allows. */
const keepInline = (name: string) => (state: { all(node: unknown): unknown[] }, node: Element) => [
  { type: 'html', value: `<${name}>` },
  ...state.all(node),
  { type: 'html', value: `</${name}>` },
];
const handlers = {
  sub: keepInline('sub'),
  sup: keepInline('sup'),
  mark: keepInline('mark'),
  'x-note': (_: never, { properties: { id } }: Element) => ({ type: 'footnoteReference', identifier: id, label: id }),
  'x-note-text': (state: { toFlow(nodes: unknown[]): unknown[]; all(node: unknown): unknown[] }, node: Element) => ({
    type: 'footnoteDefinition',
    identifier: node.properties.id,
    label: node.properties.id,
    children: state.toFlow(state.all(node)),
  }),
  'x-table': (_: never, node: Element) => ({ type: 'html', value: tableHtml(node.children[0] as Element) }),
};
const toMarkdownTree = unified()
  .use(rehypeRemark, { handlers: handlers as never })
  .freeze();

/** Any HTML, malformed too, to clean GFM. */
export function htmlToMarkdown(html: string, options: Options = {}): Markdown {
  return guarded(html, options, () => parser.parse(html) as Root);
}

/** Converts raw HTML inside Markdown; Markdown without HTML stays byte for byte. */
export function withoutRawHtml(markdown: string, options: Options = {}): Markdown {
  // Relative URLs are resolved on the syntax tree, so with a base URL even plain Markdown is parsed.
  if (!/<(?!https?:|mailto:)[a-z!/?]/i.test(markdown) && options.baseUrl === undefined)
    return { markdown, images: imagesOf(markdown, options), lost: [], notes: [] };
  return guarded(markdown, options, () => markdownParser.runSync(markdownParser.parse(markdown)) as unknown as Root);
}

/** Markdown inside another format, with its raw HTML. */
export const markdownToHtml = (markdown: string): string =>
  htmlWriter.stringify(markdownParser.runSync(markdownParser.parse(markdown)) as never);

function guarded(source: string, options: Options, parse: () => Root): Markdown {
  const cleaning: Cleaning = { baseUrl: options.baseUrl, images: [], leftOut: new LeftOut() };
  try {
    const tree = parse();
    keepInPageLinks(tree, options.pageUrl ?? options.baseUrl, cleaning.leftOut);
    const markdown = writeMarkdown(tree, cleaning);
    return { markdown, images: cleaning.images, lost: cleaning.leftOut.media, notes: cleaning.leftOut.notes() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const words = source
      .replace(/<(?:script|style)\b[\s\S]*?<\/(?:script|style)>/gi, ' ')
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/[ \t]+/g, ' ')
      .replace(/</g, '\\<');
    return {
      markdown: words.replace(/\n\s*\n+/g, '\n\n').trim(),
      images: [],
      lost: [],
      notes: ['It nests too deeply: its words were taken, without formatting.'],
    };
  }
}

function writeMarkdown(tree: Root, cleaning: Cleaning): string {
  const clean: Root = {
    type: 'root',
    children: intoParagraphs(cleanHtml(tree.children as ElementContent[], cleaning)),
  };
  wrapTables(clean.children as ElementContent[]);
  const markdown = toMarkdownTree.runSync(clean) as unknown as MarkdownRoot;
  tidy(markdown.children);
  return markdownWriter
    .stringify(markdown)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function tidy(nodes: RootContent[]): void {
  for (const [index, node] of nodes.entries()) {
    // A class that is no language name would mislead the highlighter.
    if (node.type === 'code' && node.lang && !/^[\w+#-]{1,20}$/.test(node.lang)) node.lang = null;
    if ('children' in node) {
      const children = node.children as RootContent[];
      while (node.type === 'paragraph' && children[0]?.type === 'break') children.shift();
      while (node.type === 'paragraph' && children.at(-1)?.type === 'break') children.pop();
      tidy(children);
    }
    const next = nodes[index + 1];
    if (node.type === 'break' && next?.type === 'text') next.value = next.value.trimStart();
  }
}

const blocks = [
  'x-note-text',
  'ul',
  'ol',
  'table',
  'blockquote',
  'pre',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'dl',
  'hr',
  'div',
  'p',
];

/** GFM tables allow one line per cell and no spans; others stay HTML. */
function isPlainTable(table: Element): boolean {
  const look = (node: Element): boolean =>
    node.children.every((child) => {
      if (!isElement(child)) return true;
      if (
        child.tagName === 'table' ||
        Number(child.properties.colSpan ?? 1) > 1 ||
        Number(child.properties.rowSpan ?? 1) > 1
      )
        return false;
      if (child.tagName === 'td' || child.tagName === 'th') {
        const inner = child.children.filter((one) => isElement(one, ...blocks));
        return (
          inner.length === 0 ||
          (inner.length === 1 &&
            isElement(inner[0], 'p', 'div') &&
            child.children.every((one) => one === inner[0] || textOf(one).trim() === '') &&
            look(inner[0]))
        );
      }
      return look(child);
    });
  return look(table);
}

const rowsOf = (node: Element): Element[] =>
  node.children.flatMap((child) =>
    isElement(child, 'tr') ? [child] : isElement(child, 'thead', 'tbody', 'tfoot') ? rowsOf(child) : [],
  );
const hasHead = (table: Element) => rowsOf(table)[0]?.children.some((cell) => isElement(cell, 'th')) ?? false;

/** A first row entirely in bold is a header row. */
function promoteHead(table: Element): void {
  const [first, second] = rowsOf(table);
  const cells = first?.children.filter((cell): cell is Element => isElement(cell, 'td')) ?? [];
  const isBold = (node: ElementContent): boolean =>
    node.type !== 'element'
      ? textOf(node).trim() === ''
      : ['strong', 'b'].includes(node.tagName) || (node.children.length > 0 && node.children.every(isBold));
  if (
    !second ||
    cells.length < 2 ||
    hasHead(table) ||
    cells.every((cell) => textOf(cell).trim() === '') ||
    !cells.every(isBold)
  )
    return;
  const plain = (node: ElementContent): ElementContent[] =>
    node.type !== 'element'
      ? [node]
      : ['strong', 'b'].includes(node.tagName)
        ? node.children
        : [{ ...node, children: node.children.flatMap(plain) }];
  for (const cell of cells) {
    cell.tagName = 'th';
    cell.children = cell.children.flatMap(plain);
  }
}

const inlineNames = [
  'a',
  'abbr',
  'b',
  'br',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
];

/** Inline HTML needs a paragraph around it, or Markdown would make it a block. */
function intoParagraphs(nodes: ElementContent[]): ElementContent[] {
  const result: ElementContent[] = [];
  let run: ElementContent[] = [];
  const flush = () => {
    if (run.some((node) => textOf(node).trim() !== '' || isElement(node)))
      result.push({ type: 'element', tagName: 'p', properties: {}, children: run });
    run = [];
  };
  for (const node of nodes) {
    if (node.type !== 'element' || inlineNames.includes(node.tagName)) {
      run.push(node);
      continue;
    }
    flush();
    result.push(
      ['div', 'section', 'article', 'main'].includes(node.tagName)
        ? { ...node, children: intoParagraphs(node.children) }
        : node,
    );
  }
  flush();
  return result;
}

function wrapTables(nodes: ElementContent[]): void {
  for (const [index, node] of nodes.entries()) {
    if (!isElement(node)) continue;
    if (node.tagName === 'table') promoteHead(node);
    if (node.tagName === 'table' && !(hasHead(node) && isPlainTable(node)))
      nodes[index] = { type: 'element', tagName: 'x-table', properties: {}, children: [node] };
    else wrapTables(node.children);
  }
}

const allowedAttributes = ['colSpan', 'rowSpan', 'href', 'src', 'alt'];

function tableHtml(table: Element): string {
  const strip = (node: Element): Element => ({
    ...node,
    properties: Object.fromEntries(
      Object.entries(node.properties).filter(([name]) => allowedAttributes.includes(name)),
    ),
    children: node.children.map((child) => (isElement(child) ? strip(child) : child)),
  });
  // A blank line would end the HTML block in Markdown.
  return htmlWriter
    .stringify({ type: 'root', children: [strip(table)] })
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function imagesOf(markdown: string, options: Options): ListedImage[] {
  const images: ListedImage[] = [];
  for (const match of markdown.matchAll(/!\[([^\]\n]{0,500})\]\(\s*<?([^)\s>]{1,2000})>?/g)) {
    const url = URL.parse(match[2]!, options.baseUrl);
    if (url && /^https?:$/.test(url.protocol)) images.push({ url: url.href, alt: match[1]!.trim() });
  }
  return images;
}
