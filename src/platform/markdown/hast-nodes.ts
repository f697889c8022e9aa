import type { Element, ElementContent, Properties, Root } from 'hast';

export function isElement(node: ElementContent | undefined, ...names: string[]): node is Element {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));
}

export const make = (tagName: string, children: ElementContent[], properties: Properties = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

export const text = (value: string): ElementContent => ({ type: 'text', value });

export const link = (href: string, title: string) => make('a', [text(title)], { href });

export function textOf(node: ElementContent | Root): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? (node.children as ElementContent[]).map(textOf).join('') : '';
}

export const isBlank = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === '';

export const isEmpty = (nodes: ElementContent[]): boolean =>
  nodes.every((node) =>
    node.type !== 'element'
      ? node.type !== 'text' || isBlank(node)
      : !['img', 'a', 'hr', 'table', 'x-note'].includes(node.tagName) && isEmpty(node.children),
  );
