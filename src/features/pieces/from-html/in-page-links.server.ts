import type { Element, ElementContent, Root } from 'hast';
import { uniqueId } from '../../../platform/markdown/shape-html.server.ts';
import type { LeftOut } from './embeds.ts';
import { isBlank, isElement, make, textOf } from '../../../platform/markdown/hast-nodes.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

function eachElement(
  nodes: ElementContent[],
  visit: (node: Element, parents: Element[]) => void,
  parents: Element[] = [],
) {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    visit(node, parents);
    eachElement(node.children, visit, [...parents, node]);
  }
}

const idsOf = ({ properties: { id, name } }: Element): string[] =>
  [id, name].filter((one): one is string => typeof one === 'string' && one !== '');

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** The ids of the source, by the ids that our headings get (see shape-html.server.ts). */
function placesOf(nodes: ElementContent[]): Map<string, string> {
  const places = new Map<string, string>();
  const taken = new Set<string>();
  // An anchor without text stands for the heading that follows it.
  let before: string[] = [];
  const walk = (children: ElementContent[]) => {
    for (const node of children) {
      if (node.type !== 'element') {
        if (!isBlank(node)) before = [];
        continue;
      }
      if (!headings.includes(node.tagName)) {
        before.push(...idsOf(node));
        walk(node.children);
        continue;
      }
      const title = textOf(node).replace(/\s+/g, ' ').trim();
      if (title === '') continue;
      const place = uniqueId(title, taken);
      const inside: string[] = idsOf(node);
      eachElement(node.children, (one) => inside.push(...idsOf(one)));
      for (const id of [...before, ...inside]) if (!places.has(id)) places.set(id, place);
      before = [];
    }
  };
  walk(nodes);
  return places;
}

/** Notes at the end of the text, of WordPress' blocks and of Markdown, by their ids. */
function takeNotes(tree: Root): Map<string, Element> {
  const notes = new Map<string, Element>();
  const isList = (node: Element) =>
    String(node.properties.className ?? '').includes('wp-block-footnotes') ||
    node.properties.dataFootnotes !== undefined;
  const without = (nodes: ElementContent[]): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (node.type !== 'element') return [node];
      if (!isList(node)) return [{ ...node, children: without(node.children) }];
      eachElement(node.children, (one) => {
        if (one.tagName === 'li' && typeof one.properties.id === 'string') notes.set(one.properties.id, one);
      });
      return [];
    });
  tree.children = without(tree.children as ElementContent[]);
  return notes;
}

const isBackLink = (node: ElementContent): boolean =>
  isElement(node, 'a') && String(node.properties.href ?? '').startsWith('#') && /^[↩︎↑^\s\d]*$/u.test(textOf(node));
const withoutBackLinks = (nodes: ElementContent[]): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (isBackLink(node)) return [];
    return node.type === 'element' ? [{ ...node, children: withoutBackLinks(node.children) }] : [node];
  });

/**
 * Links within the page lead to our headings; notes become Markdown's notes; a link whose place is gone loses its
 * address and keeps its words, and the report says so.
 * @param own address of the piece itself, which its table of contents may repeat in full
 */
export function keepInPageLinks(tree: Root, own: string | undefined, leftOut: LeftOut): void {
  const notes = takeNotes(tree);
  const places = placesOf(tree.children as ElementContent[]);
  const used: string[] = [];
  const rewrite = (nodes: ElementContent[]): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (node.type !== 'element') return [node];
      const inner = isElement(node, 'sup') && node.children.length === 1 ? node.children[0] : node;
      const id = isElement(inner, 'a') ? fragmentOf(inner, own) : null;
      if (id !== null && notes.has(id)) {
        if (!used.includes(id)) used.push(id);
        return [make('x-note', [], { id: String(used.indexOf(id) + 1) })];
      }
      if (id === null || !isElement(node, 'a')) return [{ ...node, children: rewrite(node.children) }];
      const place = places.get(id);
      const children = rewrite(node.children);
      if (place !== undefined) return [make('a', children, { href: `#${place}` })];
      if (id !== '' && id !== 'top') leftOut.add('the address of a link within the page, which leads nowhere');
      return children;
    });
  tree.children = rewrite(tree.children as ElementContent[]);
  for (const [at, id] of used.entries())
    (tree.children as ElementContent[]).push(
      make('x-note-text', rewrite(withoutBackLinks(notes.get(id)!.children)), { id: String(at + 1) }),
    );
}

function fragmentOf(node: Element, own: string | undefined): string | null {
  const href = typeof node.properties.href === 'string' ? node.properties.href.trim() : '';
  if (href.startsWith('#')) return decoded(href.slice(1));
  const url = own === undefined ? null : URL.parse(href, own);
  const here = own === undefined ? null : URL.parse(own);
  return url &&
    here &&
    url.hash !== '' &&
    url.origin + url.pathname + url.search === here.origin + here.pathname + here.search
    ? decoded(url.hash.slice(1))
    : null;
}
