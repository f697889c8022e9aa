import type { ElementContent, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { AppError } from '../../../platform/wire/errors.ts';
import { renderCommunityText, renderPlain } from '../../communities/render-community-text.server.ts';
import { isElement, make, text, textOf } from '../../../platform/markdown/hast-nodes.ts';
import { webAddress } from '../../pieces/from-html/embeds.ts';
import { repairText } from '../../../platform/text/repair-text.ts';

type CommunityText = { body: string; bodyHtml: string; note: string | null };

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const toMarkdown = unified().use(rehypeRemark).freeze();
const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '*', listItemIndent: 'one', fences: true, incrementListMarker: true })
  .freeze();

const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'form',
  'input',
  'textarea',
  'select',
  'svg',
  'math',
  'title',
  'head',
]);
const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const allowedTags = new Set([
  'p',
  'br',
  'strong',
  'b',
  'em',
  'i',
  'del',
  's',
  'strike',
  'code',
  'kbd',
  'pre',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
]);
const maxDepth = 24;

/** Reduces HTML to what posts allow: headings become bold lines, images become links, other elements their text. */
function reduce(nodes: ElementContent[], depth = 0): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [text(node.value.replaceAll('\u00a0', ' '))];
    if (!isElement(node) || dropped.has(node.tagName)) return [];
    if (depth > maxDepth) return [text(` ${textOf(node)} `)];
    const children = reduce(node.children, depth + 1);
    if (headings.has(node.tagName)) return [make('p', [make('strong', children)])];
    if (node.tagName === 'img')
      return linkTo(node.properties.src, [
        text(`Picture: ${String(node.properties.alt ?? '').trim() || 'without a description'}`),
      ]);
    if (node.tagName === 'a') return linkTo(node.properties.href, children);
    if (node.tagName === 'tr' || node.tagName === 'div' || node.tagName === 'section') return [make('p', children)];
    if (node.tagName === 'td' || node.tagName === 'th') return [...children, text(' ')];
    return allowedTags.has(node.tagName) ? [make(node.tagName, children)] : children;
  });
}

function linkTo(address: unknown, children: ElementContent[]): ElementContent[] {
  const href = typeof address === 'string' ? webAddress(address) : null;
  return href === null ? children : [make('a', children, { href })];
}

/** Body of a question or an answer, as HTML. */
export function fromHtml(html: string): CommunityText {
  const source = repairText(html);
  try {
    const tree = parser.parse(source) as Root;
    const clean: Root = { type: 'root', children: reduce(tree.children as ElementContent[]) };
    return render(
      writer
        .stringify(toMarkdown.runSync(clean) as never)
        .replace(/\n{3,}/g, '\n\n')
        .trim(),
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const words = source
      .replace(/<[^<>]{0,2000}>/g, ' ')
      .replace(/[ \t]+/g, ' ')
      .replace(/\n\s*\n+/g, '\n\n')
      .trim();
    return {
      body: words,
      bodyHtml: renderPlain(words),
      note: 'It nests too deeply: its words were taken, without formatting.',
    };
  }
}

/** Comment text, which uses a small subset of Markdown. */
export const fromComment = (text: string): CommunityText => render(repairText(text).trim());

function render(body: string): CommunityText {
  try {
    return { body, bodyHtml: renderCommunityText(body), note: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      body,
      bodyHtml: renderPlain(body),
      note: `${error.message} It is shown as it was typed, without formatting.`,
    };
  }
}
