import { symbolsFor } from '../ui/icons.ts';
import { spritePlace } from './page-context.ts';

/** Last step of rendering: the inline SVG sprite gets only the symbols that the page refers to. */
export function finishDocument(rendered: string): string {
  const names = new Set([...rendered.matchAll(/#i-([a-z0-9-]+)/g)].map((match) => match[1] as string));
  const symbols = symbolsFor(names);
  return rendered.replace(spritePlace, () => symbols);
}
