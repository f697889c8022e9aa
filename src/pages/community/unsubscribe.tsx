import { stopMails } from '../../features/notifications/telling.queries.server.ts';
import { readUnsubscribeKey } from '../../features/notifications/unsubscribe-key.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import { type UnsubscribeModel, UnsubscribeView } from './unsubscribe-view.tsx';
import { servedPage } from '../served-page.tsx';

type Stopped = Sent & { isStopped: true };

function whose({ config }: PageServices, url: URL): string {
  const userId = readUnsubscribeKey(config.authSecret, url.searchParams.get('key'));
  if (userId === null) throw notFound('page');
  return userId;
}

export const loader = personalLoader<Stopped>(async ({ services, url, sent }) => {
  whose(services, url);
  return { model: { isStopped: sent !== null } satisfies UnsubscribeModel };
});

// One-click unsubscribe (RFC 8058): mail programs follow no redirect and carry no session, so answer 200 right here.
export const action = pageAction<Stopped>(async ({ services, url }) => {
  await stopMails(services.connection.db, whose(services, url));
  return { isStopped: true };
});

export default servedPage(UnsubscribeView);
