import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CodePurpose } from '../../database/schema.ts';
import { AppError, invalidInput, isAppError, tooMany } from '../../platform/wire/errors.ts';
import type { Limit } from '../../platform/guard/limits.server.ts';
import { networksOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { firstWait, type Share, spenderOf, type Wait } from '../../platform/guard/spend-limits.server.ts';
import { insistOnEmailSignIn } from '../users/email-sign-in.ts';
import type { Browser } from './browser.server.ts';
import { hashCode, mailboxKey, waitKey } from './code-hash.server.ts';
import { languageOfMessages } from '../users/users.queries.server.ts';
import { type Channel, channelOf, normaliseEmail, normalisePhone } from './identifiers.ts';
import { problems } from '../../messages/problems.ts';
import { problem } from '../../platform/wire/problem.ts';
import { codeMessages } from '../../messages/account.ts';
import type { Language } from '../../messages/catalogue.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { smsLanguage } from '../../platform/delivery/sms-language.ts';

const codeSeconds = 300;
const longestWait = 3_600;

export type CodeRequest = {
  /** Normalised. */
  identifier: string;
  purpose: CodePurpose;
  /** The requesting session, which alone may use the code. Absent when signing in. */
  sessionId?: string;
  browser: Browser;
  /** IP address of the caller. */
  address: string;
  /** Names from the sign-up form; stored with this code only, so a later code without them drops them. */
  draft?: { firstName: string; lastName: string; consentVersion: string } | null;
};
type Sent = { expiresInSeconds: number; resendInSeconds: number };

// Single flight per identifier and slot within this instance: a double tap or a flood costs one statement. | Across
// instances the database decides.
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Owner of a code: its browser, all callers without cookies together, or the requesting session. */
const slotOf = ({ purpose, sessionId, browser }: Pick<CodeRequest, 'purpose' | 'sessionId' | 'browser'>): string =>
  purpose !== 'signin' ? `session:${sessionId ?? ''}` : browser.isBare ? 'bare' : browser.id;

/**
 * Sends a code and invalidates this browser's previous one. Response, work and time must not reveal who is registered.
 * @throws AppError 400 for an invalid identifier, 429 with Retry-After during the wait or over a limit
 */
export async function sendCode(services: PageServices, request: CodeRequest): Promise<Sent> {
  const busy = underWay.get(services.connection) ?? new Map<string, Promise<unknown>>();
  underWay.set(services.connection, busy);
  const key = `${request.identifier} ${slotOf(request)}`;
  const first = busy.get(key);
  if (first) {
    // The caller is told that a code was just sent, so it must be stored before this answers.
    await first.catch(() => undefined);
    throw tooMany(firstWait);
  }
  const sending = sendNow(services, request);
  busy.set(key, sending);
  try {
    return await sending;
  } finally {
    busy.delete(key);
  }
}

async function sendNow(services: PageServices, request: CodeRequest): Promise<Sent> {
  const { connection, outbox, config } = services;
  const { identifier, purpose } = request;
  const channel = channelOf(identifier);
  if ((channel === 'sms' ? normalisePhone : normaliseEmail)(identifier) !== identifier)
    throw invalidInput([{ path: 'identifier', message: problem('field.mobileOrEmail') }]);
  if (purpose === 'signin' && channel === 'email') insistOnEmailSignIn(config, services.clock());
  if (!outbox.takes(channel))
    throw new AppError(
      503,
      'unavailable',
      channel === 'sms' ? () => problems.noCodesByPhone : () => problems.noCodesByMail,
    );

  const { shares, sends } = await spendFor(services, request, channel);
  try {
    await storeCode(services, request, channel);
  } catch (error) {
    // Delivery failed, so the budgets are refunded. If the database is down this fails too, and they stay spent.
    await spenderOf(connection)
      .refund(connection.db, shares)
      .catch(() => {});
    throw error;
  }
  outbox.kick();
  return {
    expiresInSeconds: codeSeconds,
    resendInSeconds: Math.min(longestWait, firstWait * 2 ** (Math.min(sends, 12) - 1)),
  };
}

/** Whose limits a code is counted towards, in the order in which they are tried. */
type Way = 'first' | 'known' | 'general';

/** A known browser spends its own budget first, which others cannot exhaust, then that of unknown browsers. */
async function spendFor(
  services: PageServices,
  request: CodeRequest,
  channel: Channel,
): Promise<{ shares: (Share | Wait)[]; sends: number }> {
  const { identifier, browser, sessionId, purpose } = request;
  const { connection } = services;
  // A signed-in session confirming its own identifier counts as known without a cookie.
  const own = purpose === 'confirm' && sessionId ? `session:${sessionId}` : browser.own(identifier);
  const ways: Way[] = own === null ? ['general'] : ['first', 'known', 'general'];
  const refusals: AppError[] = [];
  for (const way of ways) {
    const shares = sharesOf(services, request, channel, way, own ?? '');
    try {
      return { shares, ...(await spenderOf(connection).spend(connection.db, shares)) };
    } catch (refusal) {
      if (!isAppError(refusal) || refusal.status !== 429) throw refusal;
      refusals.push(refusal);
    }
  }
  throw refusals.toSorted((a, b) => (a.retryAfterSeconds ?? 0) - (b.retryAfterSeconds ?? 0))[0]!;
}

function sharesOf(
  { limits, config }: PageServices,
  request: CodeRequest,
  channel: Channel,
  way: Way,
  own: string,
): (Share | Wait)[] {
  const { identifier, browser } = request;
  // The answer to a call without cookies sets one; a resend with that cookie has to wait like any other.
  // A known browser whose challenge cookie has expired does not wait for strangers without cookies. It waits for itself:
  // each call without that cookie has another id.
  const bareSlots = [...(way === 'general' ? ['bare'] : []), ...(own === '' ? [] : [own]), browser.id];
  const slots = slotOf(request) === 'bare' ? bareSlots : [slotOf(request)];
  const waits = slots.map((slot) => ({ wait: waitKey(config, identifier, slot) }));
  const perMinute = { first: null, known: limits.knownSmsPerMinute, general: limits.smsPerMinute }[way];
  const budgets: Share[] =
    channel === 'sms'
      ? [...(perMinute ? [{ limit: perMinute, key: 'all' }] : []), { limit: limits.smsPerDay, key: 'all' }]
      : [{ limit: limits.mailsPerDay, key: 'all' }];
  const mailbox = mailboxKey(config, identifier);
  if (way !== 'general') {
    // The mailbox's own bound: each verification without the cookie makes another known browser.
    const bounds: [Limit, string][] = [
      [limits.codesPerKnownBrowser, own],
      [limits.codesPerKnownMailbox, mailbox],
      ...(way === 'first' ? [[limits.firstCodesPerKnownMailbox, mailbox] as [Limit, string]] : []),
    ];
    return [...waits, ...bounds.map(([limit, key]) => ({ limit, key, kind: 'known' as const })), ...budgets];
  }
  const { own: network, by56, by48 } = networksOf(request.address);
  // Browsers that opened a page first have separate counters: a flood of requests without cookies cannot exhaust
  // theirs.
  const wide = (net: string) => `${browser.isSettled ? 'settled' : 'bare'}:${net}`;
  return [
    ...waits,
    { limit: limits.codesPerHour, key: mailbox },
    { limit: limits.codesPerDay, key: mailbox },
    { limit: limits.codesPerNetwork, key: network },
    { limit: limits.codesPerNetworkPerDay, key: network },
    ...(channel === 'email' && by48
      ? [{ limit: browser.isSettled ? limits.codesPerNetworkPerDay : limits.mailedCodesPer48, key: by48 }]
      : []),
    ...(by56 === null ? [] : [{ limit: limits.codesPer56, key: wide(by56), kind: 'tight' as const }]),
    ...(by48 === null ? [] : [{ limit: limits.codesPer48, key: wide(by48), kind: 'tight' as const }]),
    ...budgets,
  ];
}

async function storeCode(
  { connection: { db }, outbox, config }: PageServices,
  request: CodeRequest,
  channel: Channel,
): Promise<void> {
  const { identifier, purpose, browser } = request;
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const challengeId = randomUUID();
  const codeHash = hashCode(config, { challengeId, purpose, identifier, code });
  const isSignIn = purpose === 'signin';
  const sessionId = isSignIn ? null : (request.sessionId ?? null);
  const draft = request.draft ? JSON.stringify(request.draft) : null;
  const owner = isSignIn ? browser.id : slotOf(request);
  const isBare = isSignIn && browser.isBare;
  await db.transaction(async (tx) => {
    // The code sent to callers without cookies before stays valid for the browser that has kept its cookie since.
    if (isBare)
      await tx.execute(sql`update code_challenges set is_bare = false where identifier = ${identifier} and is_bare`);
    const { rows } = await tx.execute<{ expires_at: string }>(sql`
      insert into code_challenges (challenge_id, identifier, browser, is_bare, purpose, session_id, code_hash, draft, tries, sent_at, expires_at, used_at)
      values (${challengeId}::uuid, ${identifier}, ${owner}, ${isBare}, ${purpose}, ${sessionId}::uuid, ${codeHash}, ${draft}::jsonb, 0, now(), now() + make_interval(secs => ${codeSeconds}), null)
      on conflict (identifier, browser) do update set challenge_id = excluded.challenge_id, is_bare = excluded.is_bare, purpose = excluded.purpose, session_id = excluded.session_id,
        code_hash = excluded.code_hash, draft = excluded.draft, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = null
      returning expires_at`);
    const language = await languageOfMessages(tx, identifier, request.sessionId);
    await outbox.send(tx, {
      ...codeMessage(config, channel, code, language),
      to: identifier,
      purpose,
      code,
      expiresAt: new Date(rows[0]!.expires_at),
    });
  });
}

/** The message with a code, in the language that its reader wants; an SMS only where that text is registered. */
export function codeMessage(
  config: Pick<Config, 'publicOrigin' | 'sms'>,
  channel: Channel,
  code: string,
  wanted: Language,
): Pick<Message, 'channel' | 'subject' | 'text' | 'language'> {
  const { hostname } = new URL(config.publicOrigin);
  const language = channel === 'sms' ? smsLanguage(config, wanted, 'code') : wanted;
  return inLanguage(language, () =>
    channel === 'sms'
      ? { channel, language, subject: '', text: codeMessages.sms(code, hostname) }
      : { channel, language, subject: codeMessages.mailSubject(code), text: codeMessages.mail(code) },
  );
}
