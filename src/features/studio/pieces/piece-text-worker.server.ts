import { isLate, MarkdownRefused, renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import { isTimeout, withinTime } from '../../../platform/markdown/within-time.server.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';
import { serveParent } from '../../../platform/process/worker-process.server.ts';
import type { TextResult } from '../../../platform/text/text-worker.server.ts';
import type { Compared, Comparison, Pair } from './compare-texts.server.ts';
import { bothWhole, type Change, changesInTime } from '../editor/word-changes.ts';
import { optionsOf, type Rendering, type TextSide } from './piece-text.ts';
import { renderedChanges } from './rendered-changes.server.ts';

serveParent(({ text, deadline }: { text: string; deadline: number }) => {
  const request = JSON.parse(text) as Comparison | Rendering;
  return 'rendering' in request ? renderWithin(request, deadline) : compareWithin(request, deadline);
});

function renderWithin({ rendering }: Rendering, deadline: number): TextResult {
  const { body, mode } = rendering;
  const before = process.cpuUsage();
  const rendered = renderMarkdown(body, { ...optionsOf(rendering), mode, maxMilliseconds: deadline });
  const { user, system } = process.cpuUsage(before);
  // The deadline is wall time, and readers' requests go before this process.
  if (isLate(rendered) && (user + system) / 1_000 < deadline / 2) return { problem: 'The processor was busy.' };
  return { value: JSON.stringify(rendered) };
}

/** Of the deadline, for each of two texts: what takes longer is shown as it is written. */
const shareOfRendering = 0.3;

function compareWithin({ language, fields, sides, written }: Comparison, deadline: number): TextResult {
  const begun = performance.now();
  const left = (share = 1) => Math.max(1, Math.ceil(begun + deadline * share - performance.now()));
  try {
    const rendered = sides && inLanguage(language, () => renderBoth(sides, Math.ceil(deadline * shareOfRendering)));
    const compared = withinTime(left(), () =>
      inLanguage(language, (): Compared => {
        let isLate = false;
        const compare = ({ before, after }: Pair): Change[] => {
          // By words, and where these are too many by lines: each may take the time once.
          const found = changesInTime(before, after, left(0.7) / 2);
          isLate ||= found === null;
          return found ?? bothWhole(before, after);
        };
        return {
          fields: fields.map(compare),
          rendered: rendered && renderedChanges(rendered.before, rendered.after),
          written: written && !rendered ? compare(written) : null,
          isLate,
        };
      }),
    );
    return { value: JSON.stringify(compared) };
  } catch (error) {
    if (isTimeout(error) || error instanceof RangeError) return null;
    throw error;
  }
}

/** Both texts as readers see them; null where one cannot be rendered. */
function renderBoth(sides: [TextSide, TextSide], maxMilliseconds: number): Pair | null {
  try {
    const [before, after] = sides.map(
      (side) => renderMarkdown(side.body, { ...optionsOf(side), mode: 'editor', maxMilliseconds }).html,
    );
    return { before: before!, after: after! };
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
    return null;
  }
}
