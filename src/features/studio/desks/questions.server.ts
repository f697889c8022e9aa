import { listOpenQuestions } from '../../communities/communities.queries.server.ts';
import { promisedHours } from '../../communities/communities.contract.ts';
import type { StudioServices } from '../pieces/act-on-piece.server.ts';
import { reviewers } from '../studio.policy.ts';
import type { clocks } from './questions.contract.ts';

export const questionRoles = reviewers;
/** Nobody is reminded of what was asked long ago. */
const mostDays = 60;
const hour = 3_600_000;

type Clock = (typeof clocks)[number];
type Filter = { clock?: Clock | undefined; page?: number; pageSize?: number; cursor?: string };

/** Questions without an answer by how long they wait, the longest first. */
export async function readOpenQuestions({ connection: { db }, clock: now }: StudioServices, filter: Filter) {
  const { clock, ...paging } = filter;
  const ago = (hours: number) => new Date(now().getTime() - hours * hour);
  const { due, late } = promisedHours;
  const list = await listOpenQuestions(db, {
    ...paging,
    after: ago(clock === 'early' ? due : clock === 'due' ? late : mostDays * 24),
    until: ago(clock === 'late' ? late : clock === 'due' ? due : 0),
  });
  const clockOf = (createdAt: string): Clock =>
    createdAt <= ago(late).toISOString() ? 'late' : createdAt <= ago(due).toISOString() ? 'due' : 'early';
  return { ...list, data: list.data.map((question) => ({ ...question, clock: clockOf(question.createdAt) })) };
}
