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
import { Gate, Notice } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';
import { servedPage } from '../served-page.tsx';

type Done = Sent & { isStopped: true };

function whose({ config }: PageServices, url: URL) {
  const read = readUnsubscribeKey(config.authSecret, url.searchParams.get('key'));
  if (read === null) throw notFound('page');
  return read;
}

export const loader = personalLoader(async ({ services, url, sent }: VisitArgs<Done>) => {
  const { of } = whose(services, url);
  return { model: { of, isStopped: sent !== null } };
});

type Model = ModelOf<typeof loader>;

// One-click unsubscribe (RFC 8058): mail programs follow no redirect and carry no session, so answer 200 right here.
export const action = pageAction<Done>(async ({ services, url }) => {
  const { userId, of } = whose(services, url);
  await stopMails(services.connection.db, userId, of);
  return { isStopped: true };
});

function UnsubscribeView({ of, isStopped }: Model) {
  const here = useHere();
  const words = c.notifications;
  const [title, description, note, done] =
    of === 'digest'
      ? [words.digestStopTitle, words.digestStopTitle, words.digestStopNote, words.digestStopped]
      : [words.stopTitle, words.stopDescribe, words.stopNote, words.stopped];
  return (
    <Gate title={title} description={description} path="/unsubscribe">
      {isStopped ? (
        <Notice title={done}>
          <p>{words.stoppedNote}</p>
        </Notice>
      ) : (
        <>
          <p>{note}</p>
          <form className="form" method="post" action={here}>
            <button className="btn full">{words.turnOff}</button>
          </form>
        </>
      )}
      <a className="btn ghost full" href="/notifications">
        {words.title}
      </a>
    </Gate>
  );
}

export default servedPage(UnsubscribeView);
