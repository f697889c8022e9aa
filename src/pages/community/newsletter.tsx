import { redirect } from 'react-router';
import { mapCategories } from '../../features/categories/categories.queries.server.ts';
import '../../features/communities/communities.css';
import { subscribeInput } from '../../features/newsletter/newsletter.contract.ts';
import { type Chosen, Choices, chosenIn } from '../../features/newsletter/newsletter-choices.tsx';
import { askForNews } from '../../features/newsletter/subscribers.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { t } from '../../messages/messages.ts';
import { newsletter as words } from '../../messages/newsletter.ts';
import { insistOn, type ModelOf, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { emailInput, Field } from '../../ui/field.tsx';
import '../../ui/forms.css';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { Trap } from '../errands/trap.tsx';
import { choiceIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

type Problem = { email?: string; form?: string };
type Refused = Sent & { typed: Chosen & { email: string }; problem: Problem };

export const loader = pageLoader(async ({ services, url, sent }) => {
  insistOn('/newsletter', url);
  const isAsked = choiceIn(url, 'sent', ['yes']) !== null;
  // Of endlessly many addresses one has a page.
  if (!isAsked && url.searchParams.has('sent')) throw redirect('/newsletter', 302);
  const { typed = { email: '', lang: currentLanguage(), state: '', categoryIds: [] }, problem = {} } = (sent ??
    {}) as Partial<Refused>;
  const subjects = [...(await mapCategories(services.connection.db)).values()];
  const model = {
    isAsked: isAsked && !sent,
    isAnswer: sent !== null,
    typed,
    problem,
    subjects: subjects.map(({ id, displayName }) => ({ id, name: displayName })),
  };
  return { model, tags: [] };
});

type Model = ModelOf<typeof loader>;

export const action = pageAction<Refused>(async ({ services, form, address }) => {
  const typed = { email: (form.get('email') ?? '').slice(0, 1_024), ...chosenIn(form) };
  const refused = (status: number, problem: Problem): Refused => ({ status, typed, problem });
  const input = subscribeInput.safeParse(typed);
  if (!input.success) {
    const isAddress = input.error.issues.some(({ path }) => path[0] === 'email');
    return refused(400, isAddress ? { email: words.emailNeeded } : { form: words.choiceWrong });
  }
  try {
    if (!form.get('website')) await askForNews(services, input.data, address);
  } catch (error) {
    if (!isAppError(error)) throw error;
    if (error.status === 429) return refused(429, { form: words.tooMany });
    if (error.status === 400) return refused(400, { form: words.choiceWrong });
    return refused(error.status, { form: words.noMail });
  }
  services.outbox.kick();
  return redirect('/newsletter?sent=yes', 303);
});

/** Asks for an address; nothing is sent to it before its owner has said yes. */
function NewsletterView({ isAsked, isAnswer, typed, problem, subjects }: Model) {
  return (
    <div className="wrap pile slim">
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/newsletter" />
      <h1>{words.title}</h1>
      <section className="box stack">
        {isAsked ? (
          <>
            <Notice title={words.look}>
              <p>{words.lookNote}</p>
            </Notice>
            <a className="btn ghost" href="/newsletter">
              {words.another}
            </a>
          </>
        ) : (
          <>
            <p className="soft">{words.lead}</p>
            {problem.form && <Notice tone="bad" title={problem.form} />}
            <Island name="answered" when="now" props={{ isSent: isAnswer, again: null }}>
              <form className="form" method="post" action="/newsletter" noValidate>
                <Field
                  {...emailInput}
                  id="email"
                  name="email"
                  label={words.email}
                  defaultValue={typed.email}
                  error={problem.email}
                  isFirstWrong={problem.email !== undefined}
                  required
                />
                <Choices chosen={typed} subjects={subjects} />
                <Trap />
                <button className="btn">{words.ask}</button>
              </form>
            </Island>
          </>
        )}
      </section>
      <section className="box stack">
        <p>{words.noEmail}</p>
        <a className="link" href="/community">
          {words.toFollow}
        </a>
      </section>
      <section className="stack">
        <SectionHead title={words.kept} />
        <p>{words.keptNote}</p>
      </section>
    </div>
  );
}

export default servedPage(NewsletterView);
