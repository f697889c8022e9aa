import type { LinkKind, LinkResolver } from '../../../platform/markdown/render-markdown.server.ts';

const item = /^\s*[-*]\s+\[[^\]]*\]\((article|video|webstory):([a-z0-9-]+)\)\s*$/;

/** Drops list items that consist of a link to a missing piece, and headings that this leaves empty. */
export function withoutDeadItems(markdown: string, resolve: LinkResolver): string {
  const lines = markdown.split('\n').filter((line) => {
    const match = item.exec(line);
    return !match || resolve(match[1] as LinkKind, match[2]!) !== null;
  });
  return (
    lines
      .filter((line, index) => {
        if (!/^#{2,6}\s/.test(line)) return true;
        const next = lines.slice(index + 1).find((later) => later.trim() !== '');
        return next !== undefined && !/^#{1,6}\s/.test(next);
      })
      .join('\n')
      .trimEnd() + '\n'
  );
}
