// Part of the service worker: the offline page lists what opens without a connection.

/** `address`: path with its query, percent-encoded. `html`: the stored page. */
export type KeptPage = { address: string; html: string };

const first = (html: string, pattern: RegExp): string | undefined => pattern.exec(html)?.[1];

function lineOf({ address, html }: KeptPage): string {
  // Both come escaped from the server's own page, and are not decoded on the way.
  const title = first(html, /<meta property="og:title" content="([^"<]+)"/) ?? first(html, /<title>([^<]+)</);
  const language = first(html, /<html lang="([\w-]+)"/);
  if (!title) return '';
  return `<li><b><a href="${address.replaceAll('&', '&amp;')}"${language ? ` lang="${language}"` : ''}>${title}</a></b></li>`;
}

/** Fills the list of the offline page (problem-view.tsx), newest first; without kept pages the list stays hidden. */
export function withKeptPages(offlinePage: string, kept: KeptPage[]): string {
  const lines = kept.map(lineOf).join('');
  if (lines === '') return offlinePage;
  return offlinePage
    .replace('<section data-kept="" hidden="">', () => '<section data-kept="">')
    .replace('<ul class="ledger" data-kept-list=""></ul>', () => `<ul class="ledger">${lines}</ul>`);
}
