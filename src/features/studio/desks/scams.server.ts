import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { indianToday } from '../../../database/indian-day.server.ts';
import { tickets } from '../../../database/schema.ts';
import { currentLanguage } from '../../../messages/catalogue.ts';
import { scamDesk as words } from '../../../messages/scam-fields.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import { listKnownScams } from '../../message-check/known-scams.queries.server.ts';
import { maskReport } from '../../message-check/mask-report.ts';
import { likeEnough } from '../../message-check/judge-message.ts';
import { findLikeScams, indexScams, likableOf } from '../../message-check/scam-likeness.ts';
import { closeTicket, lockTicket } from '../../support/support.queries.server.ts';
import { actAs, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { noteAct } from '../pieces/pieces.queries.server.ts';
import { type Actor, publishers, reviewers } from '../studio.policy.ts';
import { beginWithin } from '../pieces/write-piece.server.ts';
import { complaintKind } from './read-complaints.server.ts';
import type { settleInput } from './scams.contract.ts';

export const scamReaders = reviewers;
export const scamEditors = publishers;

/** Messages that a reader's tick sent to the desk (`/check/tell`): masked, and from nobody in particular. */
const isReported = and(
  eq(tickets.kind, 'contact'),
  eq(tickets.about, '/check'),
  isNull(tickets.email),
  isNull(tickets.phone),
  isNull(tickets.userId),
);
const mostShown = 50;

/** What readers told and nobody has dealt with, the oldest first, and how often each known scam was matched. */
export async function readScamDesk({ connection: { db } }: StudioServices) {
  const waiting = and(isReported, eq(tickets.status, 'open'));
  const rows = await db
    .select({ id: tickets.id, body: tickets.body, at: tickets.createdAt })
    .from(tickets)
    .where(waiting)
    .orderBy(asc(tickets.id))
    .limit(mostShown);
  const index = indexScams(rows.length > 0 ? await listKnownScams(db) : []);
  const reported = rows.map(({ id, body, at }) => {
    const [best] = findLikeScams(likableOf(body), index);
    const like =
      best && best.score >= likeEnough.suspect
        ? { title: best.scam.title, score: Math.round(best.score * 100) / 100 }
        : null;
    return { id, text: body, at: at.toISOString(), like };
  });
  const more = rows.length < mostShown ? 0 : (await db.$count(tickets, waiting)) - rows.length;
  return { told: reported, more, counts: await countMatches(db) };
}

async function countMatches(db: StudioServices['connection']['db']) {
  const { rows } = await db.execute<{ id: number; title: string; today: number; week: number; month: number }>(sql`
    select s.id, coalesce(s.translations #>> array[${currentLanguage()}::text, 'title'], s.title) as title,
      coalesce(sum(m.times) filter (where m.day = ${indianToday}), 0)::int as today,
      coalesce(sum(m.times) filter (where m.day > ${indianToday} - 7), 0)::int as week,
      sum(m.times)::int as month
    from scam_matches m join known_scams s on s.id = m.scam_id
    where m.day > ${indianToday} - 30 group by s.id order by week desc, month desc, s.id limit 100`);
  return rows;
}

/**
 * Takes a message off the desk, and with `begin` makes a draft from it. Of two people who do so, the second is told.
 */
export const settleReported = (services: StudioServices, viewer: Actor, id: number, as: SettledAs) =>
  actAs(services, viewer, scamEditors, async (tx, actor) => {
    const [told] = await tx
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(isReported, eq(tickets.id, id)));
    const ticket = told ? await lockTicket(tx, id) : null;
    if (!ticket) throw notFound('complaint');
    if (ticket.status === 'closed') throw new AppError(409, 'conflict', () => words.gone);
    const begun = as === 'begin' ? await beginWithin(tx, actor, 'scams', draftOf(ticket.body), services.clock()) : null;
    await closeTicket(tx, id, as === 'begin' ? `scams ${begun!.id}` : as);
    await noteAct(tx, actor, 'close_complaint', { kind: complaintKind, pieceId: id });
    return { id, pieceId: begun?.id ?? null };
  });
type SettledAs = z.output<typeof settleInput>['as'];

function draftOf(body: string) {
  // A cut may go through an emoji, and PostgreSQL takes no half of one.
  const text = maskReport(body).slice(0, 2_000).toWellFormed();
  const words = text.replace(/\s+/g, ' ').trim();
  return {
    title: `${words.slice(0, 60).toWellFormed()}${words.length > 60 ? ' …' : ''}`.padEnd(3, '.'),
    texts: [{ lang: languageOf(text), text: text.length < 10 ? text.padEnd(10, '.') : text }],
  };
}

const scripts: [RegExp, string][] = [
  [/[\u0900-\u097f]/, 'hi'],
  [/[\u0980-\u09ff]/, 'bn'],
  [/[\u0a00-\u0a7f]/, 'pa'],
  [/[\u0a80-\u0aff]/, 'gu'],
  [/[\u0b00-\u0b7f]/, 'or'],
  [/[\u0b80-\u0bff]/, 'ta'],
  [/[\u0c00-\u0c7f]/, 'te'],
  [/[\u0c80-\u0cff]/, 'kn'],
  [/[\u0d00-\u0d7f]/, 'ml'],
  [/[\u0600-\u06ff]/, 'ur'],
];
/** By the script alone; the editor chooses what it really is. */
const languageOf = (text: string) => scripts.find(([script]) => script.test(text))?.[1] ?? 'en';
