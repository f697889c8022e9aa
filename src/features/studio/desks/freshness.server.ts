import { AppError } from '../../../platform/wire/errors.ts';
import { freshnessDesk as words } from '../../../messages/freshness-desk.ts';
import { offsetOf, positionOf, toListing } from '../../../platform/wire/paging.ts';
import type { CheckedKind } from '../../publishing/check-intervals.ts';
import { listDuePieces, noteCheck } from '../../publishing/piece-checks.queries.server.ts';
import { actOnPiece, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { aboutPiece, noteAct, namesIn } from '../pieces/pieces.queries.server.ts';
import { byName } from '../pieces/present-piece.server.ts';
import { type Actor, hasOne, insist, reviewers } from '../studio.policy.ts';
import type { checkedAs, CheckInput } from './freshness.contract.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

export const freshnessRoles = reviewers;

type Filter = {
  state?: 'overdue' | 'all' | undefined;
  kind?: (typeof checkedAs)[number] | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};

/** Live pieces with owner, source and the day of their next check; the most overdue first. */
export async function readFreshness({ connection: { db }, clock }: StudioServices, filter: Filter) {
  const position = positionOf(filter);
  const today = dayInIndia(clock());
  const { rows, total } = await listDuePieces(db, {
    today,
    overdueOnly: filter.state === 'overdue',
    kind: filter.kind as CheckedKind | undefined,
    limit: position.pageSize + 1,
    offset: offsetOf(position),
  });
  const names = await namesIn(db, rows, 'updatedBy');
  const items = rows.slice(0, position.pageSize).map(({ updatedBy, checkedAs: as, ...row }) => ({
    ...row,
    checkedAs: as as (typeof checkedAs)[number],
    editedBy: byName(names, updatedBy),
    isOverdue: row.nextOn < today,
  }));
  return toListing(rows, position, { value: total, isCapped: false }, items, () => null);
}

/** 'Checked today, still right': moves the day of the next check, and changes no text. */
export const checkPiece = (services: StudioServices, viewer: Actor, { kind, id }: CheckInput) =>
  actOnPiece(services, viewer, { kind, id }, async ({ tx, piece, actor }) => {
    insist(hasOne(actor, freshnessRoles) && actor.id !== null);
    if (piece.live === null) throw new AppError(409, 'conflict', () => words.notLive);
    const checkedOn = dayInIndia(services.clock());
    await noteCheck(tx, { kind, id, on: checkedOn, by: actor.id! });
    await noteAct(tx, actor, 'check', { ...aboutPiece(piece), toRevision: piece.live });
    const tags = kind === 'articles' ? [`article:${id}`, 'articles'] : kind === 'videos' ? [`video:${id}`] : ['all'];
    return { result: { kind, id, checkedOn }, tags };
  });
