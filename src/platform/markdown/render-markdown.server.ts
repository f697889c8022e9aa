import { createContext, Script } from 'node:vm';
import type { Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { MarkdownRefused, type Rendered, type RenderOptions } from './markdown.types.ts';
import { parseMarkdown } from './parse-markdown.server.ts';
import { restorePlaceholders } from './placeholders.ts';
import { countWords, firstParagraph, plainText, readingMinutesOf } from './plain-text.server.ts';
import { sanitisedHtml } from './sanitise.server.ts';
import { shapeHtml } from './shape-html.server.ts';

export * from './markdown.types.ts';
export { htmlToText, sanitiseHtml } from './sanitise.server.ts';

/** Part of a stored piece's hash: raise it when the HTML changes for the same source, and an import renders again. */
export const rendererVersion = 1;
export const maxBodyBytes = 500_000;
const defaultMilliseconds = 4_000;

const toHtml = unified()
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: 's-', footnoteLabelProperties: {} })
  .freeze();
const parseRaw = unified().use(rehypeRaw).freeze();

/**
 * Markdown to HTML that is safe to send as it is. Sanitising is the last thing that happens to it.
 * Bounded: what nests too deeply or takes too long is shown as plain paragraphs, and `problems` says so.
 * @throws MarkdownRefused for a body over 500 kB
 */
export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  const bytes = Buffer.byteLength(source);
  if (bytes > maxBodyBytes)
    throw new MarkdownRefused(
      `The text has ${Math.ceil(bytes / 1000)} kB; at most ${maxBodyBytes / 1000} kB can be one piece.`,
    );
  const clean = source.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n');
  try {
    // Setting the alarm costs a millisecond, and what is short is over before it could ring.
    if (bytes < 16_000 && options.maxMilliseconds === undefined) return render(clean, options);
    return withinTime(options.maxMilliseconds ?? defaultMilliseconds, () => render(clean, options));
  } catch (error) {
    if (!(error instanceof RangeError) && (error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw error;
    return renderPlain(clean, options, error instanceof RangeError ? 'It nests too deeply' : 'It takes too long');
  }
}

function render(source: string, options: RenderOptions): Rendered {
  const { tree, hasRawHtml, problems } = parseMarkdown(source, options.mode === 'imported');
  let html = toHtml.runSync(tree as Root) as HtmlRoot;
  if (hasRawHtml) html = parseRaw.runSync(html as never) as HtmlRoot;
  const { toc, images } = shapeHtml(html, options, problems);
  return finish(html, toc, images, problems);
}

function renderPlain(source: string, options: RenderOptions, reason: string): Rendered {
  const paragraphs = source.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  const tree: HtmlRoot = {
    type: 'root',
    children: paragraphs.map((value) => ({
      type: 'element',
      tagName: 'p',
      properties: {},
      children: [{ type: 'text', value }],
    })),
  };
  const { toc, images } = shapeHtml(tree, options, []);
  return finish(tree, toc, images, [`${reason} to be formatted: it is shown as plain text.`]);
}

function finish(tree: HtmlRoot, toc: Rendered['toc'], images: Rendered['images'], problems: string[]): Rendered {
  const text = plainText(tree);
  const words = countWords(text);
  const summary = firstParagraph(tree);
  return {
    html: restorePlaceholders(sanitisedHtml(tree)),
    toc,
    text,
    words,
    readingMinutes: readingMinutesOf(words),
    summary,
    images,
    problems: [...new Set(problems)],
  };
}

// The only way to stop a parser that has gone quadratic without a thread for each text.
const sandbox = createContext({ work: undefined as (() => void) | undefined });
const call = new Script('work()');

function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  let result: Result | undefined;
  sandbox.work = () => {
    result = work();
  };
  try {
    call.runInContext(sandbox, { timeout: milliseconds });
  } finally {
    sandbox.work = undefined;
  }
  return result as Result;
}
