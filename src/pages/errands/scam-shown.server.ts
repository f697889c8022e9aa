import { checkMessage } from '../../features/message-check/check-message.server.ts';
import { listKnownScams, listScamsSeen } from '../../features/message-check/known-scams.queries.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { pageLoader } from '../../platform/page/page-loader.server.ts';
import type { CheckModel } from './check-view.tsx';

/** For a preview: the page of the check, as a reader sees it who has just been sent this scam. */
export const loader = pageLoader(async ({ params, services: { connection, config } }) => {
  const key = (params.key ?? '').replace(/^check#/, '');
  const scam = (await listKnownScams(connection.db)).find(({ id }) => id === key);
  if (!scam) throw notFound('scam');
  const text = scam.texts[0] ?? scam.title;
  const model: CheckModel = {
    typed: { text, sender: '' },
    error: null,
    checked: await checkMessage(connection.db, text, undefined),
    seenNow: await listScamsSeen(connection.db),
    origin: config.publicOrigin,
  };
  return { model, tags: [] };
});
