import { oneLine } from '../../../platform/text/repair-text.ts';
import type { DumpRow } from './read-rows.server.ts';

/** An integer attribute of a row in Posts.xml or Comments.xml; null where absent. */
export function numberIn(row: DumpRow, name: string): number | null {
  const text = row[name];
  return text !== undefined && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** Dump timestamps are UTC without a zone suffix. */
export function timeIn(row: DumpRow, name: string): Date | null {
  const text = row[name] ?? '';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,7})?$/.test(text)) return null;
  const time = new Date(`${text.slice(0, 23)}Z`);
  const isSensible = time.getUTCFullYear() >= 1990 && time.getTime() <= Date.now();
  return isSensible ? time : null;
}

export const tagsIn = (row: DumpRow): string[] =>
  (row.Tags ?? '')
    .split(/[<>|]/)
    .map(oneLine)
    .filter((name) => name !== '')
    .slice(0, 5);

export type PostKind = 'QUESTION' | 'ANSWER';
export const postKindOf = (row: DumpRow): PostKind | null =>
  row.PostTypeId === '1' ? 'QUESTION' : row.PostTypeId === '2' ? 'ANSWER' : null;

/** Up and down votes; without Votes.xml derived from the score. */
export type Votes = { up: number; down: number };
export function votesOf(row: DumpRow, counted: Map<number, Votes> | null): Votes {
  const own = counted?.get(Number(row.Id));
  if (counted) return own ?? { up: 0, down: 0 };
  const score = /^-?\d{1,7}$/.test(row.Score ?? '') ? Number(row.Score) : 0;
  return { up: Math.max(0, score), down: Math.max(0, -score) };
}
