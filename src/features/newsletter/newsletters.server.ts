import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { type NewsletterItem, newsletters, newsletterSubscribers as subscribers } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import type { Person } from '../../platform/feature.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { splitPrefix } from '../../platform/settings/site-languages.ts';
import { invalidInput, notFound } from '../../platform/wire/errors.ts';
import { parseSlugAndId } from '../../platform/wire/ids.ts';
import { offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import { problem } from '../../platform/wire/problem.ts';
import { mapCategories } from '../categories/categories.queries.server.ts';
import { sendLimited } from '../otp/send-limited.server.ts';
import { actAs, conflict } from '../studio/pieces/act-on-piece.server.ts';
import { noteAct } from '../studio/pieces/pieces.queries.server.ts';
import { type Actor, insist, publishers } from '../studio/studio.policy.ts';
import { findUser, listPublicUsers } from '../users/users.queries.server.ts';
import { hasLeft, mostItems, type Newsletter, type NewsletterInput } from './newsletter-desk.contract.ts';
import { readItems, renderNewsletter, withOwn } from './newsletter-mail.server.ts';
import { countRecipients, forWhom, withdrawWaiting } from './send-newsletters.server.ts';

type Services = Pick<PageServices, 'connection' | 'config' | 'clock' | 'limits' | 'outbox'>;
type Stored = typeof newsletters.$inferSelect;
type Query = { page?: number | undefined; pageSize?: number | undefined };

export const newsletterRoles = publishers;

const summaryOf = ({ id, lang, subject, state, updatedAt, sendAt }: Stored) => ({
  id,
  lang,
  subject,
  state,
  updatedAt: updatedAt.toISOString(),
  sendAt: sendAt?.toISOString() ?? null,
});

/** The newest first. */
export async function listNewsletters({ connection: { db } }: Services, query: Query) {
  const position = positionOf(query);
  const rows = await db
    .select()
    .from(newsletters)
    .where(position.after ? lt(newsletters.id, position.after.id) : undefined)
    .orderBy(desc(newsletters.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const total = { value: await db.$count(newsletters), isCapped: false };
  const shown = rows.slice(0, position.pageSize).map(summaryOf);
  return toListing(rows, position, total, shown, ({ id }) => ({ value: '0', id }));
}

export async function readNewsletter(services: Services, id: number): Promise<Newsletter> {
  const { connection, config } = services;
  const { db } = connection;
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, id));
  if (!row) throw notFound('newsletter');
  const here = new Map((await readItems(db, row.items)).map((item) => [`${item.type} ${item.id}`, item.canonicalUrl]));
  const people = [row.updatedBy, row.askedBy, row.approvedBy];
  const names = await listPublicUsers(
    db,
    people.flatMap((one) => one ?? []),
  );
  const personOf = (one: string | null) => one && { id: one, name: names.get(one)?.displayName ?? '' };
  const rendered = await renderNewsletter(db, config, row);
  return {
    ...summaryOf(row),
    introduction: row.introduction,
    items: row.items.map((item) => {
      const canonicalUrl = here.get(`${item.type} ${item.id}`) ?? null;
      // A question that was removed is shown to nobody any more.
      return { ...item, title: canonicalUrl || item.type !== 'QUESTION' ? item.title : String(item.id), canonicalUrl };
    }),
    states: row.states,
    categoryIds: row.categoryIds,
    revision: row.revision,
    updatedBy: personOf(row.updatedBy) || null,
    askedBy: personOf(row.askedBy) || null,
    approvedBy: personOf(row.approvedBy) || null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    recipients: await db.$count(subscribers, forWhom(row)),
    progress: row.startedAt ? await progressOf(db, row) : null,
    ...withOwn(rendered, `${config.publicOrigin}/newsletter`),
  };
}

const progressOf = async (db: Queryable, { id, sent, refused, gone }: Stored) =>
  sent === null ? countRecipients(db, id) : { sent, refused: refused ?? 0, gone: gone ?? 0, left: 0 };

/** How many people get news by mail, and how it ended for others. */
export async function countReaders({ connection: { db } }: Services) {
  const { rows } = await db.execute<{ lang: string; readers: number; bounced: number; stopped: number }>(sql`
    select lang, (count(*) filter (where ended_at is null))::int as readers, (count(*) filter (where ended_by = 'bounce'))::int as bounced,
      (count(*) filter (where ended_by = 'reader'))::int as stopped
    from ${subscribers} where confirmed_at is not null group by lang order by readers desc, lang`);
  const sum = (name: 'bounced' | 'stopped') => rows.reduce((all, row) => all + row[name], 0);
  return {
    byLanguage: rows.map(({ lang, readers }) => ({ lang, readers })),
    bounced: sum('bounced'),
    stopped: sum('stopped'),
  };
}

const kinds = { article: 'ARTICLE', video: 'VIDEO', 'community/question': 'QUESTION', question: 'QUESTION' } as const;

/** An address of this site, with or without its host, or a kind and a number. */
function itemIn(origin: string, text: string): Pick<NewsletterItem, 'type' | 'id'> | null {
  const [, named, number] = /^(article|video|question) ([1-9]\d{0,8})$/i.exec(text.trim()) ?? [];
  if (named) return { type: kinds[named.toLowerCase() as keyof typeof kinds], id: Number(number) };
  const address = text.trim().replace(origin, '');
  const { bare } = splitPrefix(address.split(/[?#]/)[0]!);
  const [, kind, segment] = /^\/(article|video|community\/question)\/([^/]+)$/.exec(bare) ?? [];
  const id = parseSlugAndId(segment ?? '')?.id;
  return kind && id ? { type: kinds[kind as keyof typeof kinds], id } : null;
}

/** @throws AppError 400 for an address without a page, a question without an answer, and an unknown subject */
async function contentOf({ config }: Services, tx: Queryable, { items: texts, ...input }: NewsletterInput) {
  const found = texts.slice(0, mostItems).map((text) => ({ text, item: itemIn(config.publicOrigin, text) }));
  const here = new Map(
    (
      await readItems(
        tx,
        found.flatMap(({ item }) => item ?? []),
      )
    ).map((item) => [`${item.type} ${item.id}`, item]),
  );
  const details: Parameters<typeof invalidInput>[0] = [];
  const items = new Map<string, NewsletterItem>();
  for (const { text, item } of found) {
    const key = `${item?.type} ${item?.id}`;
    const now = here.get(key);
    if (now) items.set(key, { type: now.type, id: now.id, title: now.title });
    else details.push({ path: 'items', message: problem('studio.newsletterItem', text) });
  }
  const known = input.categoryIds.length > 0 ? await mapCategories(tx) : null;
  if (input.categoryIds.some((id) => !known?.has(id)))
    details.push({ path: 'categoryIds', message: () => problems.noCategory });
  if (details.length > 0) throw invalidInput(details);
  return { ...input, introduction: input.introduction.replaceAll(/\r\n?/g, '\n').trim(), items: [...items.values()] };
}

export const beginNewsletter = (services: Services, viewer: Actor, input: NewsletterInput): Promise<{ id: number }> =>
  actAs(services, viewer, newsletterRoles, async (tx, actor) => {
    const content = await contentOf(services, tx, input);
    const [row] = await tx
      .insert(newsletters)
      .values({ ...content, updatedBy: idOf(actor) })
      .returning({ id: newsletters.id });
    await noteAct(tx, actor, 'begin_newsletter', { note: content.subject });
    return { id: row!.id };
  });

function idOf(actor: Actor): string {
  insist(actor.id !== null);
  return actor.id!;
}

type Act<Input> = (
  tx: Transaction,
  row: Stored,
  by: string,
  input: Input,
  services: Services,
) => Promise<Partial<Stored> | null>;

/** One act under the row's lock, on what its caller saw. @throws AppError 409 for a changed one */
const acting =
  <Input extends { revision: number }>(name: string, act: Act<Input>) =>
  async (services: Services, viewer: Actor, id: number, input: Input): Promise<Newsletter> => {
    await actAs(services, viewer, newsletterRoles, async (tx, actor) => {
      const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id)).for('update');
      if (!row) throw notFound('newsletter');
      if (row.revision !== input.revision) throw conflict(() => problems.changedMeanwhile);
      const set = await act(tx, row, idOf(actor), input, services);
      if (set === null) return;
      await tx.update(newsletters).set(set).where(eq(newsletters.id, id));
      await noteAct(tx, actor, `${name}_newsletter`, { note: set.subject ?? row.subject });
    });
    return readNewsletter(services, id);
  };

const wrongState = () => conflict(problem('studio.newsletterState'));

/** Any change takes the approval away, and the time that was set. */
export const changeNewsletter = acting<NewsletterInput & { revision: number }>(
  'change',
  async (tx, row, by, { revision, ...input }, services) => {
    if (hasLeft(row.state)) throw wrongState();
    const content = await contentOf(services, tx, input);
    const open = { state: 'draft' as const, askedBy: null, approvedBy: null, approvedAt: null, sendAt: null };
    return { ...content, ...open, revision: revision + 1, updatedBy: by, updatedAt: services.clock() };
  },
);

export const askForApproval = acting('submit', async (_tx, { state }, by) => {
  if (state === 'in_review') return null;
  if (state !== 'draft') throw wrongState();
  return { state: 'in_review', askedBy: by };
});

/** Four eyes: neither who changed it last nor who asked. */
export const mayApprove = (
  { updatedBy, askedBy }: { updatedBy: string | null; askedBy: string | null },
  by: string,
): boolean => by !== updatedBy && by !== askedBy;

export const approveNewsletter = acting('approve', async (_tx, row, by, _input, { clock }) => {
  insist(mayApprove(row, by));
  if (row.state === 'approved') return null;
  if (row.state !== 'in_review') throw wrongState();
  return { state: 'approved', approvedBy: by, approvedAt: clock() };
});

/** Now or at a time; one that was stopped goes on with those who are left. */
export const sendNewsletter = acting<{ revision: number; at?: Date | undefined }>(
  'send',
  async (_tx, { state }, _by, { at }, { outbox, clock }) => {
    if (!outbox.takes('bulk')) throw conflict(problem('studio.newsletterNoMail'));
    if (state === 'stopped') return { state: 'sending' };
    if (state !== 'approved' && state !== 'scheduled') throw wrongState();
    return { state: 'scheduled', sendAt: at ?? clock() };
  },
);

/** What is handed over already and not on its way is taken back. */
export const stopNewsletter = acting('stop', async (tx, { id, state }) => {
  if (state === 'scheduled') return { state: 'approved', sendAt: null };
  if (state !== 'sending') throw wrongState();
  await withdrawWaiting(tx, id);
  return { state: 'stopped' };
});

export const discardNewsletter = (services: Services, viewer: Actor, id: number): Promise<{ id: number }> =>
  actAs(services, viewer, newsletterRoles, async (tx, actor) => {
    const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id)).for('update');
    if (!row) throw notFound('newsletter');
    if (hasLeft(row.state)) throw wrongState();
    await tx.delete(newsletters).where(eq(newsletters.id, id));
    await noteAct(tx, actor, 'discard_newsletter', { note: row.subject });
    return { id };
  });

/** To the actor's own address. @returns not queued where the day's mails of the actor or the mailbox are used up */
export const testNewsletter = (
  services: Services,
  viewer: Actor,
  id: number,
): Promise<{ id: number; isQueued: boolean }> =>
  actAs(services, viewer, newsletterRoles, async (tx, actor) => {
    const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id));
    if (!row) throw notFound('newsletter');
    const userId = idOf(actor);
    const to = (await findUser(tx, userId))?.email;
    if (!to) throw conflict(problem('field.noEmail'));
    const rendered = await renderNewsletter(tx, services.config, row);
    const own = `${services.config.publicOrigin}/newsletter`;
    const message = { channel: 'email' as const, to, purpose: 'newsletter test', subject: row.subject };
    const isQueued = await sendLimited(
      services,
      tx,
      { ...message, ...withOwn(rendered, own) },
      { by: 'staff', userId },
    );
    return { id, isQueued };
  });

/** One person stays one pair of eyes: what was done with either account counts for both. */
export async function moveNewsletters(tx: Transaction, from: Person, to: Person): Promise<void> {
  for (const column of ['updatedBy', 'askedBy', 'approvedBy'] as const)
    await tx
      .update(newsletters)
      .set({ [column]: to.userId })
      .where(eq(newsletters[column], from.userId));
}
