import { listUnsent, markUnsent, removeUnsent, type Unsent } from '../platform/browser/unsent-store.ts';
import { splitPrefix } from '../platform/settings/site-languages.ts';

// For pages and for the service worker. That the same arrives twice is harmless: the server finds the post, the message
// or the wish that is there already (post-once.server.ts, `sameAs` of a message).

/** `place`: where it is now, with the answer's own address. */
export type Sent = { entry: Unsent; place: string | null };
/** `isUnreached`: no network, or a server that takes nothing now: the others wait as well. */
type Round = { sent: Sent[]; isUnreached: boolean };

/** A guest's message goes without an account, whoever is signed in by then. */
const request = ({ owner, kind, address, body }: Unsent): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    body,
    credentials: owner === '' ? 'omit' : 'same-origin',
    headers: {
      'content-type': kind === 'reaction' ? 'application/json' : 'application/x-www-form-urlencoded',
      'x-sent-by': 'script',
    },
  });

/** The access token of the API may have run out; forms renew it by themselves. */
async function post(entry: Unsent): Promise<Response> {
  const response = await request(entry);
  if (response.status !== 401 || entry.kind !== 'reaction') return response;
  await fetch('/api/auth/session');
  return request(entry);
}

const isLogin = (place: string | null) =>
  place !== null && splitPrefix(new URL(place, location.origin).pathname).bare === '/login';

async function sendOne(entry: Unsent, round: Round): Promise<void> {
  const response = await post(entry).catch(() => null);
  const place = response?.headers.get('location') ?? null;
  if (!response || response.status === 429 || response.status === 503) round.isUnreached = true;
  // A fault of this one alone: it is tried again the next time.
  else if (response.status >= 500) return;
  else if (response.status === 401 || isLogin(place)) await markUnsent(entry.id, 'signIn');
  else if (!response.ok) await markUnsent(entry.id, 'refused');
  else {
    await removeUnsent(({ id }) => id === entry.id);
    round.sent.push({ entry, place });
  }
}

/**
 * Sends what waits for this person, in the order in which it was written, and discards what another one left.
 * @param whoIsHere user id at the moment, empty for a guest
 */
export async function sendUnsent(whoIsHere: () => string | Promise<string>): Promise<Round> {
  const round: Round = { sent: [], isUnreached: false };
  const send = async () => {
    const here = await whoIsHere();
    if (here !== '') await removeUnsent(({ owner }) => owner !== '' && owner !== here);
    for (const entry of await listUnsent()) {
      if (round.isUnreached || entry.state === 'refused') continue;
      // Somebody may have signed out, or in, while the one before was on its way.
      if (entry.owner === '' || entry.owner === (await whoIsHere())) await sendOne(entry, round);
    }
  };
  // Several tabs and the worker notice the network at the same time.
  const { locks } = navigator as { locks?: LockManager };
  await (locks ? locks.request('unsent', send) : send());
  return round;
}
