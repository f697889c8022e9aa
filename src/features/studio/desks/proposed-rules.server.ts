import { createHash } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { studioActs } from '../../../database/schema.ts';
import { scheme as schemeWords } from '../../../messages/schemes.ts';
import { type Proposal, proposeRules } from '../../proposals/propose-rules.ts';
import type { Condition } from '../../schemes/rules.ts';
import { actOnPiece, conflict, goneForGood, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { aboutPiece, getRevision, noteAct, ofPiece, type Piece, namesIn } from '../pieces/pieces.queries.server.ts';
import { nameAtAct } from '../pieces/present-piece.server.ts';
import { readPiece } from '../pieces/read-piece.server.ts';
import { type Actor, insist, mayWrite } from '../studio.policy.ts';
import { problem } from '../../../platform/wire/problem.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { plainText } from '../../proposals/scheme-source.ts';
import { isRecord } from '../../../platform/wire/is-record.ts';

const kind = 'articles' as const;
const act = 'refuse_condition';

type Refusal = { by: string; byName: string; at: string };
export type ProposedCondition = { condition: Condition; quote: string | null; refused: Refusal | null };

/** What was refused, without a text of the piece: the condition itself, and a hash of the words that it rests on. */
const noteOf = (condition: unknown, quote: string | null): string =>
  `${JSON.stringify(condition)} ${createHash('sha256')
    .update(quote ?? '')
    .digest('hex')
    .slice(0, 12)}`;

const conditionsOf = (proposal: Proposal | null): { condition: Condition; quote: string | null }[] =>
  (proposal?.rules?.all ?? []).map((condition, at) => ({
    condition,
    quote: proposal!.spans.find(({ path }) => path === `all.${at}`)?.quote ?? null,
  }));

/** What the words of the record ask for, condition by condition, as far as a program is certain of it. */
export async function readProposedRules(services: StudioServices, actor: Actor, id: number) {
  const copy = await readPiece(services, actor, { kind, id });
  const { fields, body } = copy as unknown as { fields: Record<string, unknown>; body: string };
  const proposal = proposeForRecord(fields, body);
  const refusals = await refusalsOf(services.connection.db, { kind, id });
  const conditions = conditionsOf(proposal).map(({ condition, quote }): ProposedCondition => ({
    condition,
    quote,
    refused: refusals.get(noteOf(condition, quote)) ?? null,
  }));
  return { conditions, abstained: proposal?.abstained ?? [], partly: schemeWords.checkedInPart };
}

async function refusalsOf(db: Queryable, piece: Pick<Piece, 'kind' | 'id'>): Promise<Map<string, Refusal>> {
  const rows = await db
    .select()
    .from(studioActs)
    .where(and(ofPiece(studioActs, piece), eq(studioActs.act, act)))
    .orderBy(asc(studioActs.id));
  const names = await namesIn(db, rows, 'actor');
  return new Map(
    rows.map((row) => [row.note ?? '', { by: row.actor, byName: nameAtAct(names, row), at: row.at.toISOString() }]),
  );
}

/**
 * A proposed condition is refused: who did it, and when, is an act of the piece. Its text stays as it is.
 * @throws AppError 409 where the record's words do not propose it any more
 */
export const refuseCondition = (
  services: StudioServices,
  viewer: Actor,
  id: number,
  { condition, quote }: { condition: unknown; quote: string | null },
) =>
  actOnPiece(services, viewer, { kind, id }, async ({ tx, piece, actor, isShared }) => {
    insist(mayWrite(actor, piece, isShared));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    const { fields, body } = await getRevision(tx, piece, piece.revision);
    const wanted = noteOf(condition, quote);
    const isProposed = conditionsOf(proposeForRecord(fields, body)).some(
      (one) => noteOf(one.condition, one.quote) === wanted,
    );
    if (!isProposed) throw conflict(problem('studio.notProposed'));
    const known = await refusalsOf(tx, piece);
    if (!known.has(wanted))
      await noteAct(tx, actor, act, { ...aboutPiece(piece), toRevision: piece.revision, note: wanted });
    return { result: { id } };
  });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** As a list of the official text: each point is a clause of its own. */
const listOf = (value: unknown): string => plainText(Array.isArray(value) ? value : '');

/**
 * Proposes rules from the words of an article's own record, as `npm run propose-rules` does from a schemes file.
 * @param fields the article's front matter @param body its markdown
 * @returns null where it has no record
 */
function proposeForRecord(fields: Record<string, unknown>, body: string): Proposal | null {
  const { scheme } = fields;
  if (!isRecord(scheme) || oneLine(textOf(scheme.name)) === '') return null;
  const level = textOf(scheme.level);
  const isOfState = level !== '' && level !== 'central';
  return proposeRules({
    name: oneLine(textOf(scheme.name)),
    level: level === 'central' ? 'central' : isOfState ? 'state' : 'unknown',
    // The State stands in a field of its own here, and in the text of an official record.
    details: [
      isOfState ? `Government of ${level}.` : '',
      textOf(fields.summary),
      textOf(scheme.forWhom),
      plainText(body),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    benefits: listOf(scheme.benefits),
    eligibility: listOf(scheme.eligibility),
    exclusions: listOf(scheme.exclusions),
  });
}
