// Part of the service worker: the offline page lists what opens without a connection, and keeps what could not be sent.

import type { UnsentKind } from '../platform/browser/unsent-store.ts';
import { splitPrefix } from '../platform/settings/site-languages.ts';
import { escapeHtml } from '../platform/text/escape-html.ts';

/** `address`: path with its query, percent-encoded. `html`: the stored page. */
export type OfflinePage = { address: string; html: string };

const first = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1];

function lineOf({ address, html }: OfflinePage): string {
  // Both come escaped from the server's own page, and are not decoded on the way.
  const title = first(html, /<meta property="og:title" content="([^"<]+)"/) ?? first(html, /<title>([^<]+)</);
  const language = first(html, /<html lang="([\w-]+)"/);
  if (!title) return '';
  return `<li><b><a href="${address.replaceAll('&', '&amp;')}"${language ? ` lang="${language}"` : ''}>${title}</a></b></li>`;
}

/** Fills the list of the offline page (problem-view.tsx), newest first; without kept pages the list stays hidden. */
export function withCachedPages(offlinePage: string, cached: OfflinePage[]): string {
  const lines = cached.map(lineOf).join('');
  if (lines === '') return offlinePage;
  return offlinePage
    .replace('<section data-kept="" hidden="">', () => '<section data-kept="">')
    .replace('<ul class="ledger" data-kept-list=""></ul>', () => `<ul class="ledger">${lines}</ul>`);
}

/** Another site's form must not become one of ours, which its reader would send with one tap. */
export const isOwnForm = (referrer: string, origin: string): boolean => referrer.startsWith(`${origin}/`);

const pagesThatWait: Record<string, UnsentKind> = {
  '/community/ask': 'question',
  '/contact': 'message',
  '/grievance': 'complaint',
};

/** Of a form that waits for a network (unsent-here.ts); a look or a mask does not. */
function kindOf(address: string, fields: [string, unknown][]): UnsentKind | undefined {
  const { do: wish, intent } = Object.fromEntries(fields) as Record<string, string | undefined>;
  if (wish === 'check' || wish === 'mask') return undefined;
  if (intent === 'answer' || intent === 'reply') return intent;
  return pagesThatWait[splitPrefix(new URL(address, 'http://here').pathname).bare];
}

/** Puts a form that could not be sent into the offline page (problem-view.tsx): words to be seen, all else as it was. */
export function withUnsent(offlinePage: string, address: string, fields: Iterable<[string, unknown]>): string {
  const all = [...fields];
  const kind = kindOf(address, all);
  const inputs = all.map(([name, value]) => {
    const [key, text] = [escapeHtml(name), escapeHtml(String(value))];
    // HTML drops the first line break of a textarea.
    return /\s/.test(text)
      ? `<textarea class="in" rows="6" name="${key}" aria-labelledby="unsent">\n${text}</textarea>`
      : `<input type="hidden" name="${key}" value="${text}">`;
  });
  return offlinePage
    .replace(/<a class="btn" href="">.*?<\/a>/, '')
    .replace('<section data-unsent="" hidden="">', () => '<section>')
    .replace(
      /<form [^>]*data-unsent-form=""[^>]*>/,
      (form) =>
        `${form.slice(0, -1)} action="${escapeHtml(address)}"${kind ? ` data-waits="${kind}"` : ''}>${inputs.join('')}`,
    );
}
