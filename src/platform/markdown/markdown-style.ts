import type remarkStringify from 'remark-stringify';

/** How markdown is written from HTML: imported pieces and pasted text look alike. */
export const markdownStyle = {
  bullet: '-',
  rule: '-',
  emphasis: '*',
  listItemIndent: 'one',
  fences: true,
  incrementListMarker: true,
  // ':::' would start one of our directives.
  unsafe: [{ atBreak: true, character: ':', after: '::', inConstruct: 'phrasing' }],
} as Parameters<typeof remarkStringify>[0];
