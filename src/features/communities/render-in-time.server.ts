import type { PageServices } from '../../platform/page/page-services.server.ts';
import { postLimits } from './communities.contract.ts';
import { insistOnRenderable, isPlain, refusedText, renderCommunityText } from './render-community-text.server.ts';
import { problems } from '../../messages/problems.ts';

/**
 * A Markdown parser can take time proportional to (syntax characters) × (length). Below this product the worst input
 * found takes 15 ms; most posts are far below it.
 */
const quickProduct = 100_000;
/** From an open bracket on, each word asks whether it is closed: quadratic in the words. */
const longestWithBracket = 1_000;
const signs = /[*_`[\]<>\\~@&|\t]|https?:|www\.|\n/g;

// As the schemas count: an emoji is one character, though two UTF-16 units.
const countCharacters = (text: string) => text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/** Whether rendering is bounded tightly enough for the event loop, whatever the text. */
export function isQuick(text: string): boolean {
  if (isPlain(text)) return true;
  if (text.length > longestWithBracket && text.includes('[')) return false;
  const most = quickProduct / Math.max(1, text.length);
  let found = 0;
  signs.lastIndex = 0;
  while (found <= most && signs.test(text)) found += 1;
  return found <= most;
}

/**
 * Renders user text as sanitised HTML: inline where cheap, else in a worker with a deadline. Count rate limits
 * first. @throws AppError 400 for text that is too long, absurd or not done in time; 503 while the queue is full
 */
export async function renderInTime({ texts }: Pick<PageServices, 'texts'>, text: string): Promise<string> {
  if (text.length > postLimits.questionBody && countCharacters(text) > postLimits.questionBody)
    throw refusedText('body', () => problems.longText(postLimits.questionBody));
  if (isQuick(text)) return renderCommunityText(text);
  // Linear time, so it runs inline: input that is refused anyway need not queue for the worker.
  insistOnRenderable(text);
  const result = await texts.run(text);
  if (result === null) throw refusedText('body', () => problems.manySigns);
  if ('value' in result) return result.value;
  const { problem } = result;
  throw refusedText('body', () => problem);
}
