import { createHash } from 'node:crypto';
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
import type { TextThread } from '../../platform/text-thread.server.ts';
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
/** Texts that took longer, by thread: until when they are not tried inline again, or, if late, not at all. */
const slowTexts = new WeakMap<TextThread, Map<string, { until: number; isLate: boolean }>>();
const remembered = { milliseconds: 600_000, most: 500 };

const notRendered = (): Rendered => ({
  html: '',
  toc: [],
  text: '',
  words: 0,
  readingMinutes: 0,
  summary: '',
  images: [],
  problems: [tooLate],
});

export const isLate = ({ problems }: Rendered): boolean => problems.includes(tooLate);

/**
 * Renders a piece without holding the serving thread. Where it is late (`isLate`), nothing or plain text is returned.
 * @param thread none in commands, which render on their own thread
 * @throws MarkdownRefused; AppError 503 while the thread's queue is full
 */
export async function renderPiece(
  thread: TextThread | undefined,
  body: string,
  options: RenderOptions,
): Promise<Rendered> {
  if (!thread || body.length <= inline.always) return renderMarkdown(body, options);
  const slow = slowTexts.get(thread) ?? new Map<string, { until: number; isLate: boolean }>();
  slowTexts.set(thread, slow);
  const key = createHash('sha256').update(`${options.mode}\n${body}`).digest('base64');
  const known = slow.get(key);
  const isKnown = known !== undefined && known.until > Date.now();
  if (isKnown && known.isLate) return notRendered();
  const quick = tryMarkdown(body, options, isKnown || body.length > inline.atMost ? 0 : inline.milliseconds);
  if (quick) return quick;
  const sizes = mediaOf({ fields: {}, body }).flatMap((path): [string, Size][] => {
    const size = options.imageSize?.(path);
    return size ? [[path, size]] : [];
  });
  const links = options.resolveLink ? linksIn(body, options.resolveLink) : [];
  const rendering = { body, mode: options.mode, lang: options.lang, links, sizes };
  const result = await thread.run(JSON.stringify({ rendering } satisfies Rendering), deadline);
  const rendered = result && 'value' in result ? (JSON.parse(result.value) as Rendered) : notRendered();
  if (slow.size >= remembered.most) slow.delete(slow.keys().next().value!);
  slow.set(key, { until: Date.now() + remembered.milliseconds, isLate: isLate(rendered) });
  return rendered;
}
