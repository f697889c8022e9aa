import type { Transaction } from '../../database/connect.server.ts';
import { MarkdownRefused } from '../../platform/markdown/render-markdown.server.ts';
import type { Projected } from './projection.ts';

// SQLSTATE classes 22, 23 and 54: the data is at fault, not the connection or our code.
const reasons: Record<string, string> = {
  '23505': 'something else here has the same number, name or address',
  '23503': 'it names something that is not here',
  '23502': 'something that it needs is missing',
  '22001': 'a text in it is too long',
  '22021': 'it holds signs that cannot be stored',
  '22P05': 'it holds signs that cannot be stored',
  '22003': 'a number in it is too large',
  '22008': 'a date in it is out of range',
};

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/** Readable reason why the database refused an entry; null for errors not caused by the entry. */
export function refusalOf(error: unknown): string | null {
  const code = codeOf(error);
  if (typeof code !== 'string' || !/^(?:22|23|54)/.test(code)) return null;
  return `It cannot be stored: ${reasons[code] ?? 'the database refuses what is in it'}.`;
}

/** @throws the error where the entry did not cause it */
function refusedOrThrow(error: unknown): Projected {
  const reason = error instanceof MarkdownRefused ? error.message : refusalOf(error);
  if (reason === null) throw error;
  return { outcome: 'refused', reason, cacheTags: [] };
}

/** One outcome for each. A savepoint per file: what the database refuses of one stops no other. */
export async function oneByOne<File>(
  tx: Transaction,
  files: File[],
  save: (one: Transaction, file: File) => Promise<Projected>,
): Promise<Projected[]> {
  const saved: Projected[] = [];
  for (const file of files) saved.push(await tx.transaction((one) => save(one, file)).catch(refusedOrThrow));
  return saved;
}
