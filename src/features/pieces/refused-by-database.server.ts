import type { Transaction } from '../../database/connect.server.ts';
import { MarkdownRefused } from '../../platform/markdown/render-markdown.server.ts';
import { problem, type Problem, type ProblemCode } from '../../platform/wire/problem.ts';
import type { Projected } from './projection.ts';

// SQLSTATE classes 22, 23 and 54: the data is at fault, not the connection or our code.
const reasons: Record<string, ProblemCode> = {
  '23505': 'piece.notUnique',
  '23503': 'piece.namesNothing',
  '23502': 'piece.lacksSomething',
  '22001': 'piece.partTooLong',
  '22021': 'piece.badSigns',
  '22P05': 'piece.badSigns',
  '22003': 'piece.numberTooLarge',
  '22008': 'piece.dateOutOfRange',
};

const codeOf = (error: unknown): unknown =>
  (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code;

/** Readable reason why the database refused an entry; null for errors not caused by the entry. */
export function refusalOf(error: unknown): Problem | null {
  const code = codeOf(error);
  if (typeof code !== 'string' || !/^(?:22|23|54)/.test(code)) return null;
  return problem('piece.notStored', { code: reasons[code] ?? 'piece.refusedByDatabase' });
}

/** @throws the error where the entry did not cause it */
function refusedOrThrow(error: unknown): Projected {
  const reason = error instanceof MarkdownRefused ? error.problem : refusalOf(error);
  if (reason === null) throw error;
  return { outcome: 'refused', reason, cacheTags: [] };
}

/** One outcome for each. A savepoint per file: what the database refuses of one stops no other. */
export async function oneByOne<File, Result>(
  tx: Transaction,
  files: File[],
  save: (one: Transaction, file: File) => Promise<Result>,
): Promise<(Result | Projected)[]> {
  const saved: (Result | Projected)[] = [];
  for (const file of files) saved.push(await tx.transaction((one) => save(one, file)).catch(refusedOrThrow));
  return saved;
}
