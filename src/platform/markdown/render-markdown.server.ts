import type { Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeRaw from 'rehype-raw';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { MarkdownRefused, type Rendered, type RenderOptions } from './markdown.types.ts';
import { parseMarkdown } from './parse-markdown.server.ts';
import { countWords, firstParagraph, plainText, readingMinutesOf } from './plain-text.server.ts';
import { sanitisedHtml } from './sanitise.server.ts';
import { shapeHtml, markDirection } from './shape-html.server.ts';
import { isTimeout, withinTime } from './within-time.server.ts';
import { problem, type Problem } from '../wire/problem.ts';

export * from './markdown.types.ts';
export { htmlToText } from './sanitise.server.ts';

/**
 * Part of every stored piece's hash: raise it when the same source gives different HTML, so that imports render again.
 */
export const rendererVersion = 1;
const maxBodyBytes = 500_000;
const defaultMilliseconds = 4_000;
/** Whether rendering was interrupted. */
export const isLate = ({ problems }: Pick<Rendered, 'problems'>) =>
  problems.some(({ code }) => code === 'piece.tooLate');

const toHtml = unified()
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: 's-', footnoteLabelProperties: {} })
  .freeze();
const parseRaw = unified().use(rehypeRaw).freeze();

/**
 * Renders Markdown to HTML that is safe to send unescaped; sanitising is the last step. Bounded: input that nests too
 * deeply or takes too long is shown as plain paragraphs, and `problems` says so.
 * @throws MarkdownRefused for a body over 500 kB
 */
export function renderMarkdown(source: string, options: RenderOptions): Rendered {
  const ahead = options.ahead?.get(aheadKey(source, options.lang));
  if (ahead) return ahead;
  const { bytes, clean } = cleaned(source);
  try {
    // Arming the timeout costs a millisecond, and short texts finish before it could fire.
    if (bytes < 16_000 && options.maxMilliseconds === undefined) return render(clean, options);
    return withinTime(options.maxMilliseconds ?? defaultMilliseconds, () => render(clean, options));
  } catch (error) {
    if (!(error instanceof RangeError) && !isTimeout(error)) throw error;
    return renderPlain(clean, options, problem(error instanceof RangeError ? 'piece.tooDeep' : 'piece.tooLate'));
  }
}

/**
 * As `renderMarkdown`, but null where it nests too deeply or takes too long.
 * @throws MarkdownRefused for a body over 500 kB
 */
export function tryMarkdown(source: string, options: RenderOptions, milliseconds: number): Rendered | null {
  const { clean } = cleaned(source);
  if (milliseconds <= 0) return null;
  try {
    return withinTime(milliseconds, () => render(clean, options));
  } catch (error) {
    if (!(error instanceof RangeError) && !isTimeout(error)) throw error;
    return null;
  }
}

/** Of a text in `RenderOptions.ahead`. */
export const aheadKey = (source: string, lang: RenderOptions['lang']): string => `${lang ?? ''}\n${source}`;

function cleaned(source: string): { bytes: number; clean: string } {
  const bytes = Buffer.byteLength(source);
  if (bytes > maxBodyBytes)
    throw new MarkdownRefused(problem('piece.longText', Math.ceil(bytes / 1000), maxBodyBytes / 1000));
  return { bytes, clean: source.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n') };
}

function render(source: string, options: RenderOptions): Rendered {
  const { tree, hasRawHtml, problems } = parseMarkdown(source, options.mode === 'imported');
  let html = toHtml.runSync(tree as Root) as HtmlRoot;
  if (hasRawHtml) html = parseRaw.runSync(html as never) as HtmlRoot;
  const { toc, images } = shapeHtml(html, options, problems);
  return finish(html, options, toc, images, problems);
}

function renderPlain(source: string, options: RenderOptions, reason: Problem): Rendered {
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
  return finish(tree, options, toc, images, [reason]);
}

function finish(
  tree: HtmlRoot,
  { lang }: RenderOptions,
  toc: Rendered['toc'],
  images: Rendered['images'],
  problems: Problem[],
): Rendered {
  markDirection(tree, lang);
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
    problems: [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()],
  };
}

const names = ['organization', 'grievanceOfficer', 'supportEmail', 'origin'];
const encoded = new RegExp(`%7B(${names.join('|')})%7D`, 'g');

/** Markdown percent-encodes braces in URLs; the placeholders of the owner's text pages must be restored. */
const restorePlaceholders = (html: string) => html.replace(encoded, '{$1}');
