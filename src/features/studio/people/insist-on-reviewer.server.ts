import { isDeepStrictEqual } from 'node:util';
import type { StudioFields, StudioKind } from '../../../database/schema.ts';
import { invalidInput } from '../../../platform/wire/errors.ts';
import type { LockedPiece } from '../pieces/act-on-piece.server.ts';
import { getRevision, type Revision } from '../pieces/pieces.queries.server.ts';
import { type Actor, mayReview } from '../studio.policy.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Condition = Record<string, unknown> & { reviewedBy: string };

/** Conditions of a scheme's rules, at any depth, that somebody says to have checked. */
function reviewedIn(value: unknown): Condition[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(reviewedIn);
  return 'reviewedBy' in value && typeof value.reviewedBy === 'string' ? [value as Condition, ...inner] : inner;
}
const rulesOf = (fields: StudioFields): unknown => (fields.scheme as { rules?: unknown } | null | undefined)?.rules;

/**
 * A mark of a check that is new, or stands at other words, comes from somebody who may review; the revision tells who.
 * @throws AppError 400
 */
export function insistOnReviewer(
  actor: Actor,
  kind: StudioKind,
  fields: StudioFields,
  before: Pick<Revision, 'fields'>[],
): void {
  // Files and the operator's commands carry checks that were made elsewhere.
  if (kind !== 'articles' || actor.id === null) return;
  const known = before.flatMap((one) => reviewedIn(rulesOf(one.fields)));
  const added = reviewedIn(rulesOf(fields)).filter((one) => !known.some((other) => isDeepStrictEqual(one, other)));
  if (added.length > 0 && !mayReview(actor))
    throw invalidInput([{ path: 'scheme', message: problem('piece.onlyReviewers') }]);
}

/** The newest and the live revision: reviews that stand in either were not added by this change. */
export async function knownReviews(
  { tx, piece }: Pick<LockedPiece, 'tx' | 'piece'>,
  newest: Revision,
): Promise<Revision[]> {
  if (piece.live === null || piece.live === newest.number) return [newest];
  return [newest, await getRevision(tx, piece, piece.live)];
}
