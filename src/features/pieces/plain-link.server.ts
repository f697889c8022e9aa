import { linkKinds, type LinkKind } from '../../platform/markdown/render-markdown.server.ts';
import type { Finding } from '../articles/article-input.ts';
import type { Projection } from './projection.ts';

/** Resolves a link outside Markdown: a key, a path on this site or a full https URL. */
export function plainLink(
  { saving }: Pick<Projection, 'saving'>,
  link: string | undefined,
  problems: Finding[],
): string | null {
  if (link === undefined) return null;
  const at = link.indexOf(':');
  const kind = link.slice(0, Math.max(at, 0));
  if ((linkKinds as readonly string[]).includes(kind)) {
    const path = saving.resolveLink!(kind as LinkKind, link.slice(at + 1));
    if (path === null) problems.push(`The link ${link} leads to nothing that exists; it is left out.`);
    return path;
  }
  const url = URL.parse(link, 'https://here.invalid');
  if (
    url?.protocol === 'https:' &&
    !/[\u0000-\u0020\\]/.test(link) &&
    (url.origin !== 'https://here.invalid' || /^\/(?!\/)/.test(link))
  )
    return link;
  problems.push(`The link ${link} is neither a key nor an https address; it is left out.`);
  return null;
}
