const stamp =
  /^\u200e?\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \u202f][ap]\.?m\.?)?\]?(?: -)? [^:\n]{1,60}: /gimu;

/**
 * WhatsApp's signs as markdown: `*bold*` is bold here, `~gone~` struck out, bullets are lists, and the lines that name
 * who wrote when are left out. Other plain text stays as it is.
 */
export function chatToMarkdown(text: string): string {
  const isMarkdown = /\*\*|^#{1,6} |\]\(|^:::|^\|/m.test(text);
  const bare = text.replace(stamp, '');
  if (isMarkdown) return text;
  const hasSigns =
    bare !== text || /(?<![\w*])\*(?=\S)[^*\n]+(?<=\S)\*(?![\w*])/u.test(text) || /^[•▪◦●] /mu.test(text);
  if (!hasSigns) return text;
  return bare
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}~])~(?=\S)([^~\n]+)(?<=\S)~(?![\p{L}\p{N}~])/gu, '~~$1~~')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replace(/^[•▪◦●] ?/gmu, '- ');
}
