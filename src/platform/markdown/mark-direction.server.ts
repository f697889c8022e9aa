import type { Element, ElementContent, Root } from 'hast';
import { isRightToLeft, languageOfText } from '../../ui/format.ts';

const blocks = /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|figcaption|td|th)$/;
const arabicScript = /[\u0600-\u06ff]/;

/**
 * Marks the outermost blocks that are mostly in a right-to-left language with `lang` and `dir`, unless their writer
 * did; in a text of such a language the others, which run from left to right.
 */
export function markDirection(tree: Root, lang?: string): void {
  for (const node of tree.children) if (node.type === 'element') mark(node);
  if (lang === undefined || !isRightToLeft(lang)) return;
  for (const node of tree.children)
    if (
      node.type === 'element' &&
      blocks.test(node.tagName) &&
      !node.properties.dir &&
      !arabicScript.test(textOf(node))
    )
      Object.assign(node.properties, { lang: node.properties.lang ?? languageOfText(textOf(node)), dir: 'ltr' });
}

/** @returns the text of the element */
function mark(node: Element): string {
  const text = node.children.map(textOf).join(' ');
  if (!arabicScript.test(text)) return text;
  const isBlock = blocks.test(node.tagName);
  if (isBlock && languageOfText(text) === 'ur') {
    node.properties.lang ??= 'ur';
    node.properties.dir ??= 'rtl';
  } else for (const child of node.children) if (child.type === 'element') mark(child);
  return text;
}

const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join(' ') : '';
