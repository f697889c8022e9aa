import type { ImportEntry, ImportOptions, ImportSource, NamedOptions } from '../import-source.ts';
import { SourceBroken } from '../import-source.ts';
import { maxEntryBytes, readBytes, ReadProgress } from '../read-lines.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { named } from './read-schemes.server.ts';
import type { OpenFile } from './read-schemes.server.ts';
import { convertScheme, parseScheme } from './scheme-to-article.ts';

type Row = { number: number; cells: string[]; problem: string | null };

/** Streams CSV rows (RFC 4180: quoted cells may contain line breaks). */
async function* readCsv(path: string, isGzip: boolean, progress: ReadProgress): AsyncGenerator<Row> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let wasQuote = false;
  let size = 0;
  let number = 0;
  const rows: Row[] = [];
  const endRow = () => {
    cells.push(cell);
    number += 1;
    if (size > maxEntryBytes) rows.push({ number, cells: [], problem: 'It has more than 1 MB.' });
    else if (cells.length > 1 || cells[0]!.trim() !== '') rows.push({ number, cells, problem: null });
    cells = [];
    cell = '';
    size = 0;
  };
  const feed = (text: string) => {
    for (const character of text) {
      size += 1;
      if (size > 20 * maxEntryBytes) throw new SourceBroken('A row of the CSV has no end: a quote is not closed.');
      if (isQuoted) {
        if (wasQuote) {
          wasQuote = false;
          if (character === '"') {
            cell += '"';
            continue;
          }
          isQuoted = false;
        } else {
          if (character === '"') wasQuote = true;
          else if (size <= maxEntryBytes) cell += character;
          continue;
        }
      }
      if (character === '"' && cell === '') isQuoted = true;
      else if (character === ',') {
        cells.push(cell);
        cell = '';
      } else if (character === '\n') endRow();
      else if (character !== '\r' && size <= maxEntryBytes) cell += character;
    }
  };
  let failure: unknown = null;
  try {
    for await (const chunk of readBytes(path, isGzip, progress)) {
      feed(decodeChunk(decoder, chunk));
      while (rows.length > 0) yield rows.shift()!;
    }
    feed(decodeChunk(decoder));
    if (isQuoted && !wasQuote) throw new SourceBroken('The CSV ends in the middle of a row.');
    if (cell !== '' || cells.length > 0) endRow();
  } catch (error) {
    failure = error;
  }
  while (rows.length > 0) yield rows.shift()!;
  if (failure) throw failure;
}

function decodeChunk(decoder: TextDecoder, chunk?: Buffer): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new SourceBroken('The file is not UTF-8: save it as UTF-8 and import it again.');
  }
}

export const looksLikeSchemeCsv = (start: string) => /^\ufeff?"?scheme_name"?,/.test(start);

export function openSchemesCsv(file: OpenFile, given: ImportOptions): ImportSource {
  const options = named(given);
  const progress = new ReadProgress(file.size);
  return {
    name: file.name,
    format: 'schemes',
    site: options.site,
    keysAreNumbers: false,
    fingerprint: file.fingerprint,
    progress: () => progress.share,
    async *entries(): AsyncGenerator<ImportEntry> {
      let head: string[] | null = null;
      for await (const row of readCsv(file.path, file.isGzip, progress)) {
        if (head === null) {
          head = row.cells.map((name) => name.trim());
          continue;
        }
        const columns = head;
        yield {
          name: row.cells[0] ? `row ${row.number}, ${oneLine(row.cells[0]).slice(0, 120)}` : `row ${row.number}`,
          convert: () => convertRow(columns, row, options),
        };
      }
    },
  };
}

function convertRow(columns: string[], row: Row, options: NamedOptions) {
  if (row.problem) throw new Error(row.problem);
  if (row.cells.length < Math.min(columns.length, 8))
    throw new Error(`It has ${row.cells.length} cells instead of ${columns.length}.`);
  const value = Object.fromEntries(columns.map((name, index) => [name, row.cells[index] ?? '']));
  const list = (text: string | undefined) =>
    (text ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const category = value.schemeCategory ?? '';
  // Some names contain a comma, so the whole text is tried before splitting.
  const scheme = parseScheme({
    scheme_name: value.scheme_name,
    slug: value.slug,
    details: value.details,
    benefits: value.benefits,
    eligibility: value.eligibility,
    exclusions: '',
    level: value.level,
    category_files: [category, ...list(category)],
    tags: list(value.tags),
    'application process': [{ mode: '', process: value.application ?? '' }],
    'documents required': value.documents ?? '',
  });
  // The CSV repeats the JSONL's schemes with fewer fields, under the same keys.
  const converted = convertScheme(scheme, options, false);
  return converted.kind === 'article' ? { ...converted, isLesser: true } : converted;
}
