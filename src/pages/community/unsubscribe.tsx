import { stopMails } from '../../features/notifications/telling.queries.server.ts';
import { readUnsubscribeKey } from '../../features/notifications/unsubscribe-key.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import {
  type ModelOf,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import { community as c } from '../../messages/community.ts';
import { Gate, Told } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';
import { servedPage } from '../served-page.tsx';

type Stopped = Sent & { isStopped: true };

function whose({ config }: PageServices, url: URL): string {
  const userId = readUnsubscribeKey(config.authSecret, url.searchParams.get('key'));
  if (userId === null) throw notFound('page');
  return userId;
}

export const loader = personalLoader(async ({ services, url, sent }: VisitArgs<Stopped>) => {
  whose(services, url);
  return { model: { isStopped: sent !== null } };
});

type Model = ModelOf<typeof loader>;

// One-click unsubscribe (RFC 8058): mail programs follow no redirect and carry no session, so answer 200 right here.
export const action = pageAction<Stopped>(async ({ services, url }) => {
  await stopMails(services.connection.db, whose(services, url));
  return { isStopped: true };
});

function UnsubscribeView({ isStopped }: Model) {
  const here = useHere();
  return (
    <Gate title={c.notifications.stopTitle} description={c.notifications.stopDescribe} path="/unsubscribe">
      {isStopped ? (
        <Told title={c.notifications.stopped}>
          <p>{c.notifications.stoppedNote}</p>
        </Told>
      ) : (
        <>
          <p>{c.notifications.stopNote}</p>
          <form className="form" method="post" action={here}>
            <button className="btn full">{c.notifications.turnOff}</button>
          </form>
        </>
      )}
      <a className="btn ghost full" href="/notifications">
        {c.notifications.title}
      </a>
    </Gate>
  );
}

export default servedPage(UnsubscribeView);
