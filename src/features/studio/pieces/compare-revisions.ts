import { isDeepStrictEqual } from 'node:util';
import type { StudioFields } from '../../../database/schema.ts';
import type { Piece } from './pieces.queries.server.ts';
import { readySchema } from '../studio-kinds.ts';

type Content = { fields: StudioFields; body: string };

/** Said by the studio or the database, not by who writes. */
const notText = ['id', 'status', 'updatedAt', 'active'];

/** Fields with their defaults, so that a file and a stored row that say the same are equal. */
function canonical({ kind, key }: Pick<Piece, 'kind' | 'key'>, fields: StudioFields): StudioFields {
  const parsed = readySchema(kind, key).safeParse(fields);
  const written = Object.entries(parsed.success ? parsed.data : fields).filter(
    ([name, value]) =>
      value !== undefined && value !== null && !(kind === 'pages' ? notText.slice(0, 2) : notText).includes(name),
  );
  return Object.fromEntries(written);
}

/** Whether two revisions say the same, however they are written. */
export const sameContent = (piece: Pick<Piece, 'kind' | 'key'>, one: Content, other: Content): boolean =>
  one.body.trimEnd() === other.body.trimEnd() &&
  (isDeepStrictEqual(one.fields, other.fields) ||
    isDeepStrictEqual(canonical(piece, one.fields), canonical(piece, other.fields)));

const short = (value: unknown): string => {
  if (value === undefined || value === null) return '(nothing)';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};

/**
 * Both versions of what differs, a field or the first lines of the text that do, a pair of lines each.
 * @param base what both started from, to tell who changed it; null where it is not known
 */
export function differencesOf(base: Content | null, here: Content, file: Content): string[] {
  const names = [...new Set([...Object.keys(here.fields), ...Object.keys(file.fields)])].filter(
    (name) => !notText.includes(name) && !isDeepStrictEqual(here.fields[name], file.fields[name]),
  );
  const lines = names.flatMap((name) => [
    `${name}${changedBy(base?.fields[name], here.fields[name], file.fields[name], base !== null)}`,
    `  here: ${short(here.fields[name])}`,
    `  file: ${short(file.fields[name])}`,
  ]);
  return [...lines, ...differencesOfText(base?.body ?? null, here.body.trimEnd(), file.body.trimEnd())];
}

const changedBy = (base: unknown, here: unknown, file: unknown, isKnown: boolean): string => {
  if (!isKnown) return '';
  if (isDeepStrictEqual(base, here)) return ' (changed in the file only)';
  return isDeepStrictEqual(base, file) ? ' (changed in the studio only)' : ' (changed in both)';
};

const mostLines = 5;

function differencesOfText(base: string | null, here: string, file: string): string[] {
  if (here === file) return [];
  const [ours, theirs] = [here.split('\n'), file.split('\n')];
  let start = 0;
  while (start < ours.length && start < theirs.length && ours[start] === theirs[start]) start += 1;
  let end = 0;
  while (
    end < ours.length - start &&
    end < theirs.length - start &&
    ours[ours.length - 1 - end] === theirs[theirs.length - 1 - end]
  )
    end += 1;
  const written = (side: string, lines: string[]) => {
    const own = lines.slice(start, lines.length - end).filter((line) => line.trim() !== '');
    const shown = own.slice(0, mostLines).map((line) => `  ${side}: ${short(line)}`);
    const more = own.length > mostLines ? [`  ${side}: and ${own.length - mostLines} lines more`] : [];
    return own.length === 0 ? [`  ${side}: (nothing)`] : [...shown, ...more];
  };
  const by = changedBy(base?.trimEnd(), here, file, base !== null);
  return [`text, from line ${start + 1}${by}`, ...written('here', ours), ...written('file', theirs)];
}
