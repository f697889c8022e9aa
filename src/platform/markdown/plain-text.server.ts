import { wholeLetters } from '../text/whole-letters.ts';
import type { Element, ElementContent, Root } from 'hast';

const blocks = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'dt',
  'dd',
  'tr',
  'caption',
  'blockquote',
  'pre',
  'div',
  'label',
  'ul',
  'ol',
  'dl',
  'table',
  'figure',
  'figcaption',
]);
const silent = new Set([
  'svg',
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'textarea',
  'title',
  'select',
]);

/** The plain text of a tree, one line per block. */
export function plainText(node: Root | ElementContent): string {
  const parts: string[] = [];
  collect(node, parts);
  return parts
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

function collect(node: Root | ElementContent, parts: string[]): void {
  if (node.type === 'text') parts.push(node.value.replaceAll('\n', ' '));
  if (!('children' in node)) return;
  const name = node.type === 'element' ? node.tagName : 'div';
  if (silent.has(name)) return;
  if (name === 'br') parts.push('\n');
  const isBlock = blocks.has(name);
  if (isBlock) parts.push('\n');
  if (name === 'td' || name === 'th' || name === 'small' || name === 'b') parts.push(' ');
  for (const child of node.children as ElementContent[]) collect(child, parts);
  if (isBlock) parts.push('\n');
  if (name === 'td' || name === 'th' || name === 'b') parts.push(' ');
}

export const countWords = (text: string) => text.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** At 200 words a minute, and at least one minute. */
export const readingMinutesOf = (words: number) => Math.max(1, Math.round(words / 200));

/** The first paragraph outside any block element, cut at a sentence or word boundary. */
export function firstParagraph(tree: Root): string {
  const paragraph = tree.children.find(
    (node): node is Element => node.type === 'element' && node.tagName === 'p' && plainText(node).length > 0,
  );
  return paragraph ? shorten(plainText(paragraph).replaceAll('\n', ' '), 220) : '';
}

/** Truncates at a sentence boundary where possible, else at a word boundary with '…'. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max + 1);
  const sentence = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('? '), cut.lastIndexOf('! '), cut.lastIndexOf('। '));
  if (sentence >= max / 3) return cut.slice(0, sentence + 1);
  const short = text.slice(0, max - 1);
  const space = short.lastIndexOf(' ');
  return `${(space > max / 2 ? short.slice(0, space) : wholeLetters(text, max - 1)).replace(/[\s,;:–—-]+$/, '')}…`;
}
