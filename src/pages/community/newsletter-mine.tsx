import { redirect } from 'react-router';
import { mapCategories } from '../../features/categories/categories.queries.server.ts';
import '../../features/communities/communities.css';
import { ownInput } from '../../features/newsletter/newsletter.contract.ts';
import { Choices, chosenIn } from '../../features/newsletter/newsletter-choices.tsx';
import { readNewsletterKey } from '../../features/newsletter/newsletter-key.server.ts';
import { confirmOrChange, findSubscriber, stopNews } from '../../features/newsletter/subscribers.server.ts';
import { newsletter as words } from '../../messages/newsletter.ts';
import {
  type ModelOf,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { formatDate } from '../../ui/format.ts';
import '../../ui/forms.css';
import { addressWith } from '../../ui/pager.tsx';
import { Gate, Notice } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';
import { choiceIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

type Done = Sent & { problem: string | null; isStopped: boolean };

function idIn({ config }: PageServices, url: URL) {
  const id = readNewsletterKey(config.authSecret, url.searchParams.get('key'));
  if (id === null) throw notFound('page');
  return id;
}

// A GET changes nothing: mail scanners open links.
export const loader = personalLoader(async ({ services, url, sent }: VisitArgs<Done>) => {
  const { db } = services.connection;
  const row = await findSubscriber(db, idIn(services, url));
  const subjects = row === null ? [] : [...(await mapCategories(db)).values()];
  return {
    model: {
      mine: row && {
        email: row.email,
        since: row.confirmedAt?.toISOString() ?? null,
        chosen: { lang: row.lang, state: row.state ?? '', categoryIds: row.categoryIds },
      },
      subjects: subjects.map(({ id, displayName }) => ({ id, name: displayName })),
      said: sent ? null : choiceIn(url, 'said', ['confirmed', 'saved']),
      problem: sent?.problem ?? null,
      isStopped: sent?.isStopped ?? false,
    },
  };
});

type Model = ModelOf<typeof loader>;

export const action = pageAction<Done>(async ({ services, url, form }) => {
  const id = idIn(services, url);
  // One-click unsubscribe (RFC 8058): mail programs follow no redirect and carry no session, so answer 200 right here.
  if (form.get('List-Unsubscribe') === 'One-Click' || form.get('go') === 'stop') {
    await stopNews(services, id);
    return { problem: null, isStopped: true };
  }
  const key = url.searchParams.get('key') ?? '';
  const input = ownInput.safeParse({ key, ...chosenIn(form) });
  const wrong = { status: 400, problem: words.choiceWrong, isStopped: false };
  if (!input.success) return wrong;
  const before = await findSubscriber(services.connection.db, id);
  try {
    // Null: it has ended, as the page then says.
    if (!(await confirmOrChange(services, id, input.data, words.consent))) return { problem: null, isStopped: false };
  } catch (error) {
    if (!isAppError(error) || error.status !== 400) throw error;
    return wrong;
  }
  const said = before?.confirmedAt ? 'saved' : 'confirmed';
  return redirect(addressIn(input.data.lang, addressWith('/newsletter/mine', { key, said })), 303);
});

function MineView({ mine, subjects, said, problem, isStopped }: Model) {
  const here = useHere();
  if (mine === null)
    return (
      <Gate title={words.mine} description={words.describe} path="/newsletter/mine">
        <Notice title={isStopped ? words.stopped : words.ended}>
          <p>{isStopped ? words.stoppedNote : words.endedNote}</p>
        </Notice>
        <a className="btn ghost full" href="/newsletter">
          {words.startAgain}
        </a>
      </Gate>
    );
  const title = mine.since === null ? words.confirmTitle : words.mine;
  return (
    <Gate title={title} description={words.describe} path="/newsletter/mine">
      {problem && <Notice tone="bad" title={problem} />}
      {said && <Notice title={said === 'confirmed' ? words.confirmed : words.saved} />}
      <p>{mine.since === null ? words.confirmNote(mine.email) : words.isOn(mine.email, formatDate(mine.since))}</p>
      <form className="form" method="post" action={here}>
        <Choices chosen={mine.chosen} subjects={subjects} />
        {mine.since === null && <p>{words.consent}</p>}
        <button className="btn full" name="go" value="yes">
          {mine.since === null ? words.confirm : words.save}
        </button>
      </form>
      {mine.since === null ? (
        <p className="soft">{words.notYou}</p>
      ) : (
        <form className="form" method="post" action={here}>
          <button className="btn ghost full" name="go" value="stop">
            {words.stop}
          </button>
        </form>
      )}
    </Gate>
  );
}

export default servedPage(MineView);
