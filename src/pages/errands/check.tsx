import { checkMessage } from '../../features/message-check/check-message.server.ts';
import { messageInput } from '../../features/message-check/message-check.contract.ts';
import { countMatchFrom } from '../../features/message-check/count-matches.server.ts';
import { listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { joinShared, sharedPicture } from '../../features/message-check/message-limits.ts';
import { check } from '../../messages/check.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { insistOn, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import { type CheckModel, CheckView } from './check-view.tsx';
import { servedPage } from '../served-page.tsx';

// Whoever asks about a message is in a hurry, and may be on a slow line.

type SentHere = Sent & Pick<CheckModel, 'typed' | 'error' | 'checked'>;

export const loader = pageLoader(async ({ url, sent, services: { connection, config } }) => {
  insistOn('/check', url);
  const { typed = { text: '', sender: '' }, error = null, checked = null } = (sent ?? {}) as Partial<SentHere>;
  const seenNow = await listScamsSeen(connection.db);
  const model: CheckModel = { typed, error, checked, seenNow, origin: config.publicOrigin };
  return { model, tags: ['scams', 'articles'] };
});

export const action = pageAction<SentHere>(async ({ services, form, address }) => {
  const typed = {
    text: joinShared(['title', 'text', 'url'].map((name) => form.get(name))),
    sender: (form.get('sender') ?? '').trim(),
  };
  // Without a service worker a shared picture comes here, and is gone by now: see readForm.
  const unread = form.has(sharedPicture) ? check.pictureNotTaken : null;
  const refused = (status: number, error: string): SentHere => ({ status, typed, error, checked: null });
  const parsed = messageInput.safeParse({ text: typed.text, ...(typed.sender ? { sender: typed.sender } : {}) });
  if (!parsed.success) return refused(400, typed.text === '' ? (unread ?? check.textNeeded) : check.textLong);
  if (!typed.text.isWellFormed()) return refused(400, check.badCharacter);
  try {
    await services.limits.searches(networkOf(address));
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return refused(429, check.tooMany);
  }
  const checked = await checkMessage(services.connection.db, parsed.data.text, parsed.data.sender);
  const [match] = checked.matches;
  if (match) await countMatchFrom(services, address, match.id);
  return { typed, error: unread, checked };
});

export default servedPage(CheckView);
