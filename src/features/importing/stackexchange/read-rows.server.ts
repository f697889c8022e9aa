import { SaxesParser } from 'saxes';
import { NotTaken, SourceBroken } from '../import-source.ts';
import { boundTags } from '../xml-bounds.ts';
import { declaresEntities } from '../xml-doctype.ts';
import { readBytes, type ReadProgress } from '../read-lines.server.ts';

export type DumpFile = { path: string; isGzip: boolean; size: number };
export type DumpRow = Record<string, string>;

/** Beyond any real row; reading stops at a longer one. */
const maxRowChars = 5_000_000;

/**
 * Streams rows of a dump file (`<posts><row Id="1" … /></posts>`), a chunk at a time. @throws SourceBroken, NotTaken
 */
export async function* readRows(file: DumpFile, root: string, progress: ReadProgress): AsyncGenerator<DumpRow[]> {
  const parser = new SaxesParser({ position: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rows: DumpRow[] = [];
  let depth = 0;
  let sinceRow = 0;
  parser.on('error', (error) => {
    throw new SourceBroken(
      `The XML breaks off or is wrong: ${error.message.replace(/^undefined:/, 'line ').slice(0, 160)}`,
    );
  });
  parser.on('doctype', (declaration) => {
    if (declaresEntities(declaration))
      throw new NotTaken(
        'The file declares XML entities of its own, which no Stack Exchange dump does: it is not read.',
      );
  });
  boundTags(parser, () => depth);
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && name !== root)
      throw new NotTaken(
        `It is XML, but not the file of a Stack Exchange dump that its name says: it begins with <${name.slice(0, 40)}>, not <${root}>.`,
      );
    depth += 1;
    sinceRow = 0;
    if (depth === 2 && name === 'row') rows.push(attributes as DumpRow);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });

  const feed = (text: string) => {
    sinceRow += text.length;
    if (sinceRow > maxRowChars) throw new SourceBroken('One row has more than 5 MB; the file is not read any further.');
    parser.write(text);
  };
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(file.path, file.isGzip, progress)) {
      feed(decode(decoder, chunk));
      if (rows.length === 0) continue;
      const ready = rows;
      rows = [];
      yield ready;
    }
    feed(decode(decoder));
    parser.close();
  } catch (error) {
    failure = error;
  }
  if (rows.length > 0) yield rows;
  if (failure) throw failure;
}

function decode(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new SourceBroken('It holds bytes that are not UTF-8; the file is not read any further.');
  }
}
