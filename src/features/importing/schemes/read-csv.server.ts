import type { ImportOptions, ImportSource, NamedOptions } from '../import-source.ts';
import { SourceBroken } from '../import-source.ts';
import { type FileParser, maxEntryBytes, type OpenFile, readParsed, sourceOfFile } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { named } from './read-schemes.server.ts';
import { convertScheme, parseScheme } from './scheme-to-article.ts';

type Row = { number: number; cells: string[]; problem: string | null };

/** CSV rows (RFC 4180: quoted cells may contain line breaks). */
function csvParser(): FileParser<Row> {
  const ready: Row[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let wasQuote = false;
  let size = 0;
  let number = 0;
  const endRow = () => {
    cells.push(cell);
    number += 1;
    if (size > maxEntryBytes) ready.push({ number, cells: [], problem: 'It has more than 1 MB.' });
    else if (cells.length > 1 || cells[0]!.trim() !== '') ready.push({ number, cells, problem: null });
    cells = [];
    cell = '';
    size = 0;
  };
  const take = (character: string) => {
    size += 1;
    if (size > 20 * maxEntryBytes) throw new SourceBroken('A row of the CSV has no end: a quote is not closed.');
    // A second quote is one of the text, and a single one the end.
    if (isQuoted && wasQuote && character !== '"') isQuoted = false;
    const isDoubled = wasQuote && isQuoted;
    wasQuote = false;
    if (isQuoted && character === '"' && !isDoubled) wasQuote = true;
    else if (!isQuoted && character === '"' && cell === '') isQuoted = true;
    else if (!isQuoted && character === ',') {
      cells.push(cell);
      cell = '';
    } else if (!isQuoted && character === '\n') endRow();
    else if ((isQuoted || character !== '\r') && size <= maxEntryBytes) cell += character;
  };
  return {
    ready,
    feed(text) {
      for (const character of text) take(character);
    },
    end() {
      if (isQuoted && !wasQuote) throw new SourceBroken('The CSV ends in the middle of a row.');
      if (cell !== '' || cells.length > 0) endRow();
    },
  };
}

export const looksLikeSchemeCsv = (start: string) => /^\ufeff?"?scheme_name"?,/.test(start);

export function openSchemesCsv(file: OpenFile, given: ImportOptions): ImportSource {
  const options = named(given);
  return sourceOfFile(
    file,
    { format: 'schemes', site: options.site, formerPrefix: 'scheme:', keysAreNumbers: false },
    async function* (progress) {
      let head: string[] | null = null;
      for await (const rows of readParsed(file, progress, csvParser()))
        for (const row of rows) {
          const columns = head;
          head ??= row.cells.map((name) => name.trim());
          if (columns === null) continue;
          yield {
            name: row.cells[0] ? `row ${row.number}, ${oneLine(row.cells[0]).slice(0, 120)}` : `row ${row.number}`,
            convert: () => convertRow(columns, row, options),
          };
        }
    },
  );
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
