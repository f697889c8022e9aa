const svg = 'http://www.w3.org/2000/svg';
type Tags = HTMLElementTagNameMap & Pick<SVGElementTagNameMap, 'svg' | 'use'>;

/**
 * An element for what this device alone knows; all else stands in the server's HTML already. Attributes with null are
 * left out.
 */
export function make<Tag extends keyof Tags>(
  tag: Tag,
  attributes: Record<string, string | null | undefined>,
  ...children: (Node | string)[]
): Tags[Tag] {
  const element = tag === 'svg' || tag === 'use' ? document.createElementNS(svg, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, value);
  element.append(...children);
  return element as Tags[Tag];
}
