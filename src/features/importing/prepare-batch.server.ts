import { setImmediate as breathe } from 'node:timers/promises';
import { MarkdownRefused, renderMarkdown, type Rendered } from '../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput } from '../articles/article-input.ts';
import { NotTaken, SourceBroken, type Converted, type ImportEntry, type ImportSource } from './import-source.ts';
import type { Run } from './import-run.ts';

type Taken = Extract<Converted, { kind: 'article' }>;
export type Piece = { name: string; taken: Taken; input: ArticleInput };
/** A batch prepared without the database, and what to report once it is committed. */
export type Prepared = {
  pieces: Piece[];
  rendered: Map<string, Rendered>;
  notices: (() => void)[];
};
export async function prepareBatch(run: Run, entries: ImportEntry[]): Promise<Prepared> {
  const { report, source } = run;
  const prepared: Prepared = { pieces: [], rendered: new Map(), notices: [] };
  for (const { name, convert } of entries) {
    await breathe();
    try {
      const converted = await convert();
      if (converted.kind === 'article') {
        const { author, ...article } = converted.article;
        const input = {
          ...article,
          author: { ...author, key: authorKey(source, author.key) },
          publishedAt: article.publishedAt ?? run.date,
          ...(run.isDraft ? { status: 'draft' as const } : {}),
        };
        prepared.pieces.push({ name, taken: converted, input });
        if (run.isFresh && !source.render) renderAhead(input, prepared.rendered, converted.images.length > 0);
      } else prepared.notices.push(() => report.skip(name, converted.reason));
    } catch (error) {
      if (error instanceof SourceBroken || error instanceof NotTaken) throw error;
      prepared.notices.push(() => report.lose(name, (error as Error).message));
    }
  }
  return prepared;
}

/** Namespaced by source: two sites each have an `admin`. */
const authorKey = ({ format, site }: ImportSource, key: string) => `${format}:${site}:${key}`;

/** Bodies with images need sizes from the database, so these are rendered when saved. */
function renderAhead(input: ArticleInput, rendered: Map<string, Rendered>, hasImages: boolean): void {
  if (hasImages || /media\//.test(input.body)) return;
  try {
    rendered.set(
      input.sourceKey,
      renderMarkdown(input.body.replaceAll('\u0000', '').toWellFormed(), { mode: 'imported', lang: input.lang }),
    );
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
  }
}
