const letters = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** The start of a text: at most `most` UTF-16 units, without half an akshara or emoji at its end. */
export function wholeLetters(text: string, most: number): string {
  // Beyond the cut, as many units as the longest letter that people write.
  const last = letters.segment(text.slice(0, most + 50)).containing(most);
  return text.slice(0, last ? last.index : most);
}
