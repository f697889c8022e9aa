import type { Html, Paragraph, Parent, PhrasingContent, Root, RootContent } from 'mdast';
import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { addIndianMarkdown } from './indian-markdown.server.ts';
import { unified, type Processor } from 'unified';
import { problem, type Problem } from '../wire/problem.ts';

// Block directives (`:::note`) only: an inline `:name` is far more often a time, a ratio or a verse.
function forArticles(this: Processor) {
  addIndianMarkdown(this);
  const before = this.data().micromarkExtensions?.length ?? 0;
  remarkDirective.call(this as never);
  const extensions = this.data().micromarkExtensions!;
  const { flow } = extensions[before] as { flow: Record<number, unknown[]> };
  extensions[before] = { flow: { 58: [flow[58]![0]] } } as never;
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })

  .use(forArticles)
  .freeze();

const calls = new Set(['note', 'good', 'warn', 'bad']);
const structures = new Set(['facts', 'papers', 'steps']);
/** Maximum nesting depth: far beyond real texts, far below the limits of browsers and of our own recursion. */
const maxDepth = 48;

export type ParsedMarkdown = { tree: Root; hasRawHtml: boolean; problems: Problem[] };
type Directive = Parent & { type: 'containerDirective'; name: string };
type Shaping = { keepRawHtml: boolean; hasRawHtml: boolean; problems: Problem[] };

/** Parses Markdown into a tree whose directives carry the element names for the HTML step. */
export function parseMarkdown(source: string, keepRawHtml: boolean): ParsedMarkdown {
  const tree = parser.parse(source) as Root;
  const shaping: Shaping = { keepRawHtml, hasRawHtml: false, problems: [] };
  shape(tree, shaping, 0);
  return { tree, hasRawHtml: shaping.hasRawHtml, problems: shaping.problems };
}

function shape(parent: Parent, shaping: Shaping, depth: number): void {
  const children: RootContent[] = [];
  for (const node of parent.children) {
    if (node.type === 'html') {
      const shaped = shapeRawHtml(node, parent.type, shaping);
      if (shaped) children.push(shaped);
      continue;
    }
    if (isDirective(node)) shapeDirective(node, shaping);
    if (node.type === 'table') splitCaption(children);
    if ('children' in node) {
      if (depth >= maxDepth) {
        shaping.problems.push(problem('piece.nestsDeep'));
        (node as Parent).children = [{ type: 'text', value: textOf(node) }] as never;
        if (isFlowContainer(node.type))
          (node as Parent).children = [{ type: 'paragraph', children: (node as Parent).children }] as never;
      } else {
        shape(node as Parent, shaping, depth + 1);
      }
    }
    children.push(node);
  }
  parent.children = children as never;
}

const isFlowContainer = (type: string) => type === 'blockquote' || type === 'listItem' || type === 'containerDirective';
const isDirective = (node: { type: string }): node is Directive => node.type === 'containerDirective';
const lineOf = (node: { position?: { start: { line: number } } | undefined }) => node.position?.start.line ?? 0;

function shapeRawHtml(node: Html, parentType: string, shaping: Shaping): RootContent | null {
  if (shaping.keepRawHtml) {
    shaping.hasRawHtml = true;
    return node;
  }
  if (/^\s*<!--[\s\S]*-->\s*$/.test(node.value)) return null;
  shaping.problems.push(problem('piece.htmlShown', lineOf(node), node.value.slice(0, 40)));
  const text: PhrasingContent = { type: 'text', value: node.value };
  return ['root', 'blockquote', 'listItem', 'containerDirective'].includes(parentType)
    ? { type: 'paragraph', children: [text] }
    : text;
}

function shapeDirective(node: Directive, shaping: Shaping): void {
  const [first] = node.children as (Paragraph & { data?: { directiveLabel?: boolean; hName?: string } })[];
  const label = first?.data?.directiveLabel ? first : undefined;
  if (calls.has(node.name)) {
    node.data = { hName: 'div', hProperties: { className: ['call', node.name] } } as never;
    if (label) label.data = { ...label.data, hName: 'b' } as never;
  } else if (structures.has(node.name)) {
    node.data = { hName: 'div', hProperties: { className: [`x-${node.name}`] } } as never;
  } else {
    shaping.problems.push(problem('piece.unknownBlock', lineOf(node), node.name));
    node.data = { hName: 'div' } as never;
  }
}

const captionStart = /^(?:Table|तालिका):\s+/;

/** A line `Table: …` right before a table becomes its caption, carried to the HTML step as `<caption>`. */
function splitCaption(before: RootContent[]): void {
  const last = before.at(-1);
  if (last?.type !== 'paragraph') return;
  const tail = last.children.at(-1);
  if (tail?.type !== 'text') return;
  const lineStart = tail.value.lastIndexOf('\n') + 1;
  const line = tail.value.slice(lineStart);
  if (!captionStart.test(line) || (lineStart === 0 && last.children.length > 1)) return;
  const rest = tail.value.slice(0, lineStart).trimEnd();
  if (rest === '') last.children.pop();
  else tail.value = rest;
  if (last.children.length === 0) before.pop();
  const caption: Paragraph = { type: 'paragraph', children: [{ type: 'text', value: line.replace(captionStart, '') }] };
  caption.data = { hProperties: { dataCaption: 'true' } } as never;
  before.push(caption);
}

function textOf(node: unknown): string {
  const parts: string[] = [];
  const open: unknown[] = [node];
  while (open.length > 0) {
    const current = open.pop() as { value?: string; children?: unknown[] };
    if (typeof current.value === 'string') parts.push(current.value);
    if (current.children)
      for (let index = current.children.length - 1; index >= 0; index -= 1) open.push(current.children[index]);
  }
  return parts.join(' ');
}
