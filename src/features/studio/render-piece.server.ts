import { createHash } from 'node:crypto';
import { unavailable } from '../../platform/errors.ts';
import {
  linkKinds,
  type LinkKind,
  type LinkResolver,
  type Rendered,
  type RenderOptions,
  renderMarkdown,
  tooLate,
  tryMarkdown,
} from '../../platform/markdown/render-markdown.server.ts';
import { type BoundedMap, boundedMap } from '../../platform/bounded-map.ts';
import type { TextResult, TextThread } from '../../platform/text-thread.server.ts';
import type { Rendering, Size } from './piece-text.ts';
import { mediaOf } from './run-of-revision.server.ts';

const linked = new RegExp(`\\b(${linkKinds.join('|')}):([^#\\s()<>"]+)`, 'g');

/** `article:pm-kisan` and its path, for each link of a text that leads somewhere. */
export function linksIn(body: string, resolveLink: LinkResolver): [string, string][] {
  const links = new Map<string, string>();
  for (const [, kind, key] of body.matchAll(linked))
    for (const one of [key!, decoded(key!)]) {
      const path = resolveLink(kind as LinkKind, one);
      if (path !== null) links.set(`${kind}:${one}`, path);
    }
  return [...links];
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** On the serving thread: nearly every piece takes less; what takes longer is rendered by the worker thread. */
const inline = { always: 1_000, milliseconds: 50, atMost: 60_000 };
/** Milliseconds of the worker: more than what the longest legitimate pieces take. */
const deadline = 6_000;
type Slow = { until: number; isLate: boolean };
/** Texts that took longer, by thread: until when they are not tried inline again, or, if late, not at all. */
const slowTexts = new WeakMap<TextThread, BoundedMap<string, Slow>>();
const remembered = { milliseconds: 600_000, most: 500 };

const lateResult = (): Rendered => ({
  html: '',
  toc: [],
  text: '',
  words: 0,
  readingMinutes: 0,
  summary: '',
  images: [],
  problems: [tooLate],
});

function slowTextsOf(thread: TextThread): BoundedMap<string, Slow> {
  const slow = slowTexts.get(thread) ?? boundedMap<string, Slow>(remembered.most);
  slowTexts.set(thread, slow);
  return slow;
}

export const isLate = ({ problems }: Rendered): boolean => problems.includes(tooLate);

/**
 * Renders a piece without holding the serving thread. Where it is late (`isLate`), nothing or plain text is returned.
 * @throws MarkdownRefused; AppError 503 while the thread's queue is full
 */
export async function renderPiece(
  thread: TextThread | undefined,
  body: string,
  options: RenderOptions,
): Promise<Rendered> {
  if (!thread || body.length <= inline.always) return renderMarkdown(body, options);
  const slow = slowTextsOf(thread);
  const key = createHash('sha256').update(`${options.mode}\n${body}`).digest('base64');
  const known = slow.get(key);
  const isKnown = known !== undefined && known.until > Date.now();
  if (isKnown && known.isLate) return lateResult();
  const quick = tryMarkdown(body, options, isKnown || body.length > inline.atMost ? 0 : inline.milliseconds);
  if (quick) return quick;
  const sizes = mediaOf({ fields: {}, body }).flatMap((path): [string, Size][] => {
    const size = options.imageSize?.(path);
    return size ? [[path, size]] : [];
  });
  const links = options.resolveLink ? linksIn(body, options.resolveLink) : [];
  const rendering = { body, mode: options.mode, lang: options.lang, links, sizes };
  const result = await thread.run(JSON.stringify({ rendering } satisfies Rendering), deadline);
  const rendered = result && 'value' in result ? (JSON.parse(result.value) as Rendered) : lateResult();
  // A problem is the machine's, not the text's: it is tried again the next time.
  const wasBusy = result !== null && 'problem' in result;
  slow.set(key, { until: Date.now() + remembered.milliseconds, isLate: !wasBusy && isLate(rendered) });
  return rendered;
}

/** Ends a transaction that needs a text of the worker. */
class RenderingNeeded extends Error {
  readonly text: string;
  readonly milliseconds: number | undefined;
  constructor(text: string, milliseconds: number | undefined) {
    super('A text is rendered between transactions.');
    this.text = text;
    this.milliseconds = milliseconds;
  }
}
/** A publication renders up to two texts, for its check and its page; the others are for what is saved meanwhile. */
const mostTries = 5;

/**
 * Runs a transaction in which pieces are rendered. It never waits for the worker, which may take seconds: that would
 * hold its connection and its locks, and PGlite has one connection for everybody. Where it needs the worker it is
 * rolled back, and runs again with the result.
 * @param transact must change nothing but the database; `renderPiece` is to get the thread that is handed to it
 * @throws AppError 503 while the thread's queue is full
 */
export async function renderingBetween<Result>(
  thread: TextThread | undefined,
  transact: (thread: TextThread | undefined) => Promise<Result>,
): Promise<Result> {
  if (!thread) return transact(undefined);
  const results = new Map<string, TextResult>();
  const asking: TextThread = {
    async run(text, milliseconds) {
      const result = results.get(text);
      if (result !== undefined) return result;
      throw new RenderingNeeded(text, milliseconds);
    },
    close: async () => {},
  };
  // The real thread's memory of slow texts.
  slowTexts.set(asking, slowTextsOf(thread));
  for (let tries = 1; tries <= mostTries; tries += 1) {
    try {
      return await transact(asking);
    } catch (error) {
      if (!(error instanceof RenderingNeeded)) throw error;
      results.set(error.text, await thread.run(error.text, error.milliseconds));
    }
  }
  throw unavailable(2);
}
