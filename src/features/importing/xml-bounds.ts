import type { SaxesParser } from 'saxes';
import { SourceBroken } from './import-source.ts';

const mostDepth = 100;
const mostAttributes = 1_000;

/**
 * Ends the reading of XML with deeper or wider tags than any export has: a file of 20 KB, unpacked, would fill the
 * memory of the site that reads it. The parser's events `opentagstart` and `attribute` are taken.
 * @param depth open tags
 */
export function boundTags(parser: SaxesParser<{ position: true }>, depth: () => number): void {
  let attributes = 0;
  parser.on('opentagstart', () => {
    attributes = 0;
    if (depth() >= mostDepth) throw new SourceBroken('Its tags are nested too deep; the file is not read any further.');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes)
      throw new SourceBroken('A tag has too many attributes; the file is not read any further.');
  });
}
