import type { Element, ElementContent } from 'hast';
import { type LeftOut, linkAddress, webAddress } from './embeds.ts';
import { isElement, link, make, text, textOf } from './hast-nodes.ts';

const classesOf = (node: Element): string[] => [node.properties.className ?? []].flat().map(String);

function find(node: Element, isWanted: (one: Element) => boolean): Element | undefined {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = isWanted(child) ? child : find(child, isWanted);
    if (found) return found;
  }
  return undefined;
}
const withClass = (name: string) => (one: Element) => classesOf(one).includes(name);
const wordsOf = (node: Element, name: string): string => {
  const found = find(node, withClass(name));
  return found ? textOf(found).replace(/\s+/g, ' ').trim() : '';
};

/** Cards of which Markdown keeps the words at most: named in the report. */
const lost: Record<string, string> = {
  'kg-signup-card': 'a form to sign up',
  'kg-header-card': 'the layout of a header card',
  'kg-product-card': 'the layout of a product card',
  'kg-email-card': 'a part for mails only',
  'kg-email-cta-card': 'a part for mails only',
};

/**
 * A card of Ghost's HTML as a line with a link, without the texts of its player; null for what is no such card.
 * @param baseUrl against which relative addresses are resolved
 */
export function ghostCard(node: Element, baseUrl: string | undefined, leftOut: LeftOut): ElementContent[] | null {
  const classes = classesOf(node);
  if (!classes.includes('kg-card')) return null;
  for (const [name, what] of Object.entries(lost)) if (classes.includes(name)) leftOut.add(what);
  if (classes.includes('kg-signup-card')) return [];
  if (classes.includes('kg-callout-card')) return callout(node);
  if (node.children.length === 0 && !classes.some((name) => name in lost)) {
    leftOut.add(`a card of the kind "${classes.find((name) => /^kg-.*-card$/.test(name)) ?? ''}"`);
    return [];
  }
  const line = (
    written: unknown,
    title: string,
    note: string,
    what: string,
    addressOf = webAddress,
  ): ElementContent[] => {
    const address = typeof written === 'string' ? addressOf(written, baseUrl) : null;
    if (address === null) {
      if (typeof written === 'string' && written !== '') leftOut.lose('file_gone', written);
      else leftOut.add(`${what} without an address`);
      return title === '' ? [] : [make('p', [text([title, note].filter(Boolean).join(', '))])];
    }
    return [make('p', [link(address, title || address), ...(note ? [text(` (${note})`)] : [])])];
  };
  const player = (tag: 'audio' | 'video', title: string) => {
    const media = find(node, (one) => one.tagName === tag);
    const source = media?.properties.src ?? (media && find(media, (one) => one.tagName === 'source'))?.properties.src;
    const caption = find(node, (one) => isElement(one, 'figcaption'));
    return line(source, title || (caption ? textOf(caption).trim() : ''), '', `a ${tag}`);
  };
  if (classes.includes('kg-bookmark-card')) {
    const address = find(node, withClass('kg-bookmark-container'))?.properties.href;
    const [title, note] = [wordsOf(node, 'kg-bookmark-title'), wordsOf(node, 'kg-bookmark-description')];
    return line(address, title, note, 'a bookmark', linkAddress);
  }
  if (classes.includes('kg-file-card')) {
    const address = find(node, withClass('kg-file-card-container'))?.properties.href;
    const name = wordsOf(node, 'kg-file-card-filename');
    const note = [wordsOf(node, 'kg-file-card-caption'), name, wordsOf(node, 'kg-file-card-filesize')];
    return line(address, wordsOf(node, 'kg-file-card-title') || name, note.filter(Boolean).join(', '), 'a file');
  }
  if (classes.includes('kg-audio-card')) return player('audio', wordsOf(node, 'kg-audio-title'));
  if (classes.includes('kg-video-card')) return player('video', '');
  return null;
}

/** Its sign stands before its words; it goes on like any other element. */
function callout(node: Element): null {
  const words = find(node, withClass('kg-callout-text'));
  if (!words) return null;
  const paragraph = words.children.find((child): child is Element => isElement(child, 'p'));
  const sign = wordsOf(node, 'kg-callout-emoji');
  if (sign !== '') (paragraph ?? words).children.unshift(text(`${sign} `));
  node.children = [make('blockquote', paragraph ? words.children : [make('p', words.children)])];
  return null;
}
