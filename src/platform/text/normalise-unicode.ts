// Marks, and the two characters that NFKC turns into marks.
const longRun = /[\p{M}\uff9e\uff9f]{30}/gu;

/**
 * `String.normalize` in time that grows with the length alone. The engine sorts the marks on a letter by insertion,
 * which takes a second for 60 KB of them; after 30 marks, more than any script has on a letter (UAX 15, stream-safe
 * text), the next ones are sorted apart.
 */
export function normaliseUnicode(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  let normal = '';
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRun)) {
    const end = index + run.length;
    normal += text.slice(from, end).normalize(form);
    from = end;
  }
  return normal + text.slice(from).normalize(form);
}
