import { symbolsFor } from '../../ui/icons.ts';
import { spritePlace } from './page-context.ts';

const rightToLeft = /(<[a-z][\w-]*\b[^<>]*?) lang="ur"([^<>]*>)/g;

/** Right-to-left languages carry their direction wherever a page names them. */
function withDirection(html: string): string {
  // Hardly any page names one, and the pattern looks at every tag.
  if (!html.includes(' lang="ur"')) return html;
  return html.replace(rightToLeft, (whole, before: string, after: string) =>
    / dir="/.test(before + after) ? whole : `${before} lang="ur" dir="rtl"${after}`,
  );
}

/**
 * Last step of rendering: the inline SVG sprite gets only the symbols that the page refers to, and right-to-left
 * languages their direction.
 */
export function finishDocument(rendered: string): string {
  const names = new Set([...rendered.matchAll(/#i-([a-z0-9-]+)/g)].map((match) => match[1] as string));
  const symbols = symbolsFor(names);
  return withDirection(rendered).replace(spritePlace, () => symbols);
}
