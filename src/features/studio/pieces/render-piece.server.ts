import { createHash } from 'node:crypto';
import { unavailable } from '../../../platform/wire/errors.ts';
import {
  isLate,
  type LinkResolver,
  type Rendered,
  renderMarkdown,
  type RenderOptions,
  tryMarkdown,
} from '../../../platform/markdown/render-markdown.server.ts';
import { type BoundedMap, boundedMap } from '../../../platform/process/bounded-map.ts';
import type { TextWorker } from '../../../platform/text/text-worker.server.ts';
import { linkTargets } from '../../pieces/site-keys.server.ts';
import type { Ahead, Rendering, Size } from './piece-text.ts';
import { mediaOf } from './projection-of-revision.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

/** `article:pm-kisan` and its path, for each link of a text that leads somewhere. */
export function linksIn(body: string, resolveLink: LinkResolver): [string, string][] {
  const links = new Map<string, string>();
  for (const [kind, key] of linkTargets(body)) {
    const path = resolveLink(kind, key);
    if (path !== null) links.set(`${kind}:${key}`, path);
  }
  return [...links];
}

/** On the serving thread: nearly every piece takes less; what takes longer is rendered by the worker. */
const inline = { always: 1_000, milliseconds: 50, atMost: 60_000 };
/** Milliseconds of the worker: more than what the longest legitimate pieces take. */
const deadline = 6_000;
type Slow = { until: number; isLate: boolean };
/** Texts that took longer, by worker: until when they are not tried inline again, or, if late, not at all. */
const slowTexts = new WeakMap<TextWorker, BoundedMap<string, Slow>>();
const remembered = { milliseconds: 600_000, most: 500 };

const lateResult = (): Rendered => ({
  html: '',
  toc: [],
  text: '',
  words: 0,
  readingMinutes: 0,
  summary: '',
  images: [],
  problems: [problem('piece.tooLate')],
});

function slowTextsOf(worker: TextWorker): BoundedMap<string, Slow> {
  const slow = slowTexts.get(worker) ?? boundedMap<string, Slow>(remembered.most);
  slowTexts.set(worker, slow);
  return slow;
}

function requestFor(body: string, { mode, lang, resolveLink, imageSize }: RenderOptions): Rendering {
  const sizes = mediaOf({ fields: {}, body }).flatMap((path): [string, Size][] => {
    const size = imageSize?.(path);
    return size ? [[path, size]] : [];
  });
  return { rendering: { body, mode, lang, links: resolveLink ? linksIn(body, resolveLink) : [], sizes } };
}

const slowKey = (mode: RenderOptions['mode'], body: string) =>
  createHash('sha256').update(`${mode}\n${body}`).digest('base64');

/**
 * Renders a piece without holding the serving thread. Where it is late (`isLate`), nothing or plain text is returned.
 * @param ahead within a transaction (`renderedBefore`), which never waits for the worker
 * @throws MarkdownRefused; AppError 503 while the worker's queue is full
 */
export async function renderPiece(
  worker: TextWorker | undefined,
  body: string,
  options: RenderOptions,
  ahead?: Ahead,
): Promise<Rendered> {
  const request = requestFor(body, options);
  const known = ahead?.get(JSON.stringify(request));
  if (known) return known;
  const here = renderHere(worker, body, options);
  if (here) ahead?.set(JSON.stringify(request), here);
  else if (ahead) throw new RenderingNeeded(request);
  return here ?? renderInWorker(worker!, request);
}

/** Null where the worker has to do it. */
function renderHere(worker: TextWorker | undefined, body: string, options: RenderOptions): Rendered | null {
  if (!worker || body.length <= inline.always) return renderMarkdown(body, options);
  const known = slowTextsOf(worker).get(slowKey(options.mode, body));
  const isKnown = known !== undefined && known.until > Date.now();
  if (isKnown && known.isLate) return lateResult();
  return tryMarkdown(body, options, isKnown || body.length > inline.atMost ? 0 : inline.milliseconds);
}

async function renderInWorker(worker: TextWorker, request: Rendering): Promise<Rendered> {
  const result = await worker.run(JSON.stringify(request), deadline);
  const rendered = result && 'value' in result ? (JSON.parse(result.value) as Rendered) : lateResult();
  // A problem is the machine's, not the text's: it is tried again the next time.
  const wasBusy = result !== null && 'problem' in result;
  const { mode, body } = request.rendering;
  const until = Date.now() + remembered.milliseconds;
  slowTextsOf(worker).set(slowKey(mode, body), { until, isLate: !wasBusy && isLate(rendered) });
  return rendered;
}

/** Ends a transaction that needs a text of the worker. */
class RenderingNeeded extends Error {
  readonly asked: Rendering;
  constructor(request: Rendering) {
    super('A text is rendered before the transaction.');
    this.asked = request;
  }
}

/**
 * Runs a transaction in which a piece is rendered. It never waits for the worker, which may take seconds: that would
 * hold its connection and its locks, and PGlite has one connection for everybody. Where it needs the worker it is
 * rolled back, and runs once more with the text.
 * @param transact must change nothing but the database; `renderPiece` is to get what is handed to it
 * @throws AppError 503 while the worker's queue is full, or where another text stands there the second time
 */
export async function renderedBefore<Result>(
  worker: TextWorker | undefined,
  transact: (ahead: Ahead) => Promise<Result>,
): Promise<Result> {
  const ahead: Ahead = new Map();
  try {
    return await transact(ahead);
  } catch (error) {
    if (!(error instanceof RenderingNeeded)) throw error;
    ahead.set(JSON.stringify(error.asked), await renderInWorker(worker!, error.asked));
  }
  return transact(ahead).catch((error: unknown) => {
    throw error instanceof RenderingNeeded ? unavailable(2) : error;
  });
}
