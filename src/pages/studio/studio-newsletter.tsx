import { redirect } from 'react-router';
import { mapCategories } from '../../features/categories/categories.queries.server.ts';
import { hasLeft, newsletterInput, sendInput } from '../../features/newsletter/newsletter-desk.contract.ts';
import type { Newsletter } from '../../features/newsletter/newsletter-desk.contract.ts';
import * as desk from '../../features/newsletter/newsletters.server.ts';
import { states } from '../../features/schemes/facts.ts';
import { searchEverything } from '../../features/search/search.queries.server.ts';
import type { Actor } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { newsletterDesk as words } from '../../messages/newsletter-desk.ts';
import { stateName } from '../../messages/places.ts';
import { refusalOf } from '../../platform/http/api.server.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { siteLanguages } from '../../platform/settings/site-languages.ts';
import { type AppError, detailText, notFound } from '../../platform/wire/errors.ts';
import { Field, Labelled, TextArea } from '../../ui/field.tsx';
import { formatMoment } from '../../ui/format-moment.ts';
import { formatNumber, langOf } from '../../ui/format.ts';
import { languageName } from '../../ui/language-name.ts';
import { Options } from '../../ui/options.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { linesOf } from '../community/check-words.ts';
import { choiceIn, insistOnNumber } from '../page-in.ts';
import { newslettersPath } from './studio-newsletters.tsx';
import { DeskHead, deskPage, Done, Figures } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';

const fields = ['subject', 'introduction', 'items', 'q', 'at'] as const;
type Typed = Record<(typeof fields)[number], string> & { lang: string; states: string[]; categoryIds: number[] };
type Errors = Partial<Record<string, string>>;
type Found = { title: string; canonicalUrl: string };
/** A form that came back; `text`: what is wrong with no field of its own. */
type Back = Sent & { typed: Typed; errors: Errors; text: string | null; found: Found[] | null };

const typedIn = (form: URLSearchParams): Typed => ({
  ...(Object.fromEntries(fields.map((name) => [name, linesOf(form.get(name))])) as Record<
    (typeof fields)[number],
    string
  >),
  lang: form.get('lang') ?? currentLanguage(),
  states: form.getAll('state').slice(0, 100),
  categoryIds: form
    .getAll('category')
    .slice(0, 200)
    .map((text) => Number(text)),
});

const lineOf = ({ type, id, canonicalUrl }: Newsletter['items'][number]) =>
  canonicalUrl ?? `${type.toLowerCase()} ${id}`;

const emptyForm = (): Typed => ({
  ...(Object.fromEntries(fields.map((name) => [name, ''])) as Record<(typeof fields)[number], string>),
  lang: currentLanguage(),
  states: [],
  categoryIds: [],
});

export const loader = deskLoader(desk.newsletterRoles, async (args: DeskArgs<Back>) => {
  const { services, url, params, sent, actor } = args;
  const newsletter = params.piece === 'new' ? null : await desk.readNewsletter(services, insistOnNumber(params.piece));
  const typed = sent?.typed ?? {
    ...emptyForm(),
    ...(newsletter && {
      ...(({ lang, subject, introduction, categoryIds }) => ({ lang, subject, introduction, categoryIds }))(newsletter),
      states: newsletter.states,
      items: newsletter.items.flatMap((item) => (item.canonicalUrl === null ? [] : [lineOf(item)])).join('\n'),
    }),
  };
  const subjects = [...(await mapCategories(services.connection.db)).values()];
  return {
    newsletter,
    isOwn:
      newsletter !== null &&
      !desk.mayApprove(
        { updatedBy: newsletter.updatedBy?.id ?? null, askedBy: newsletter.askedBy?.id ?? null },
        actor.id,
      ),
    typed,
    errors: sent?.errors ?? {},
    text: sent?.text ?? null,
    found: sent?.found ?? null,
    subjects: subjects.map(({ id, displayName }) => ({ id, name: displayName })),
    done: sent ? null : choiceIn(url, 'done', ['saved', 'done', 'tested', 'notTested']),
  };
});

type Model = ModelOf<typeof loader>;

export const action = deskAction<Back>(desk.newsletterRoles, {
  typed: [...fields],
  comeBack: (form) => ({ typed: typedIn(form), errors: {}, text: account.again.back, found: null }),
  async act({ services, actor, params, form }) {
    const id = params.piece === 'new' ? null : insistOnNumber(params.piece);
    const typed = typedIn(form);
    const back = (status: number, more: Partial<Back>): Back => ({
      status,
      typed,
      errors: {},
      text: null,
      found: null,
      ...more,
    });
    const add = form.get('add');
    if (add !== null) return back(200, { typed: { ...typed, items: [typed.items, add].filter(Boolean).join('\n') } });
    if (form.get('go') === 'find') return back(200, { found: await findPieces(services, typed.q) });
    const done = await act(services, actor, id, form, typed).catch(
      onRefusal([400, 409], (error): Back => {
        const errors = errorsOf(error);
        return back(error.status, { errors, text: Object.keys(errors).length > 0 ? null : error.message });
      }),
    );
    return typeof done === 'string' ? redirect(done, 303) : done;
  },
});

const errorsOf = ({ details = [] }: AppError): Errors =>
  Object.fromEntries(details.map((detail) => [detail.path.split('.')[0]!, detailText(detail)]));

async function findPieces({ connection: { db } }: PageServices, query: string): Promise<Found[]> {
  const questions = { page: 1, pageSize: 10 };
  const model = await searchEverything(db, { query, kind: 'all', categoryId: null, page: 1, questions });
  const asked = (model.questions?.data ?? []).filter(({ commentCount }) => commentCount > 0);
  return [...(model.articles?.data ?? []).slice(0, 10), ...(model.videos?.data ?? []), ...asked].map(
    ({ title, canonicalUrl }) => ({ title: title ?? '', canonicalUrl }),
  );
}

const acts = { submit: desk.askForApproval, approve: desk.approveNewsletter, stop: desk.stopNewsletter };

/** @returns where to go on */
async function act(services: PageServices, actor: Actor, id: number | null, form: URLSearchParams, typed: Typed) {
  const revision = Number(form.get('revision') ?? Number.NaN);
  const path = `${newslettersPath}/${id}`;
  const go = id === null ? 'save' : form.get('go');
  switch (go) {
    case 'save': {
      const { q: _q, at: _at, ...written } = typed;
      const items = written.items.split('\n').filter((line) => line.trim() !== '');
      const input = newsletterInput.safeParse({ ...written, items });
      if (!input.success) throw refusalOf(input.error);
      if (id !== null) await desk.changeNewsletter(services, actor, id, { ...input.data, revision });
      const saved = id ?? (await desk.beginNewsletter(services, actor, input.data)).id;
      return `${newslettersPath}/${saved}?done=saved`;
    }
    case 'submit':
    case 'approve':
    case 'stop':
      await acts[go](services, actor, id!, { revision });
      return `${path}?done=done`;
    case 'send': {
      const input = sendInput.safeParse({ revision, ...(typed.at && { at: typed.at }) });
      if (!input.success) throw refusalOf(input.error);
      await desk.sendNewsletter(services, actor, id!, input.data);
      return `${path}?done=done`;
    }
    case 'test': {
      const { isQueued } = await desk.testNewsletter(services, actor, id!);
      return `${path}?done=${isQueued ? 'tested' : 'notTested'}`;
    }
    case 'discard':
      await desk.discardNewsletter(services, actor, id!);
      return `${newslettersPath}?done`;
    default:
      throw notFound('page');
  }
}

/** One newsletter: its text, how it arrives, and what is done with it. */
function StudioNewsletterView(model: Model) {
  const { nav, newsletter, text, done } = model;
  return (
    <>
      <DeskHead nav={nav} path={newslettersPath} title={newsletter?.subject ?? words.begin} />
      <p className="studio-trail">
        <a href={newslettersPath}>{words.back}</a>
      </p>
      {done && <Done>{words[done]}</Done>}
      {text && (
        <p className="studio-conflict" role="alert">
          {text}
        </p>
      )}
      {newsletter && <Stand newsletter={newsletter} />}
      {newsletter && <Acts {...model} newsletter={newsletter} />}
      {!(newsletter && hasLeft(newsletter.state)) && <Write {...model} />}
      {newsletter && (
        <section className="stack">
          <SectionHead title={words.preview} />
          <iframe className="studio-mail" title={words.preview} srcDoc={newsletter.html} sandbox="" />
          <details>
            <summary>{words.plainText}</summary>
            <p className="studio-words" lang={newsletter.lang}>
              {newsletter.text}
            </p>
          </details>
        </section>
      )}
    </>
  );
}

function Stand({ newsletter }: { newsletter: Newsletter }) {
  const { state, sendAt, recipients, askedBy, approvedBy, approvedAt, progress, items } = newsletter;
  const gone = items.filter(({ canonicalUrl }) => canonicalUrl === null);
  return (
    <>
      <p className="studio-meta">
        <span className="studio-state" data-state={state}>
          {words.state[state]}
        </span>
        {sendAt && <span>{formatMoment(sendAt)}</span>}
        {approvedBy && approvedAt && <span>{words.approvedBy(approvedBy.name, formatMoment(approvedAt))}</span>}
        {state === 'in_review' && askedBy && <span>{words.askedBy(askedBy.name)}</span>}
        {!progress && <span>{words.recipients(formatNumber(recipients))}</span>}
      </p>
      {gone.length > 0 && !progress && (
        <p className="studio-conflict">
          {words.gone} {gone.map(({ title }) => title).join('; ')}
        </p>
      )}
      {progress && (
        <section>
          <SectionHead title={words.progress} />
          <Figures
            of={[
              [words.sent, progress.sent],
              [words.refused, progress.refused],
              [words.goneReaders, progress.gone],
              [words.left, progress.left],
            ]}
          />
          {state === 'sending' && <a href={`${newslettersPath}/${newsletter.id}`}>{words.lookAgain}</a>}
        </section>
      )}
    </>
  );
}

function Acts({ newsletter, isOwn, typed, errors }: Model & { newsletter: Newsletter }) {
  const { state, revision } = newsletter;
  const isOpen = !hasLeft(state);
  const button = (go: string, word: string, isMain = false) => (
    <button className={isMain ? 'btn' : 'btn ghost'} name="go" value={go}>
      {word}
    </button>
  );
  return (
    <form method="post" className="stack" noValidate>
      <WrittenBy />
      <input type="hidden" name="revision" value={revision} />
      {state === 'in_review' && isOwn && <p className="soft">{words.notYours}</p>}
      {(state === 'approved' || state === 'scheduled') && (
        <Field
          id="at"
          name="at"
          type="datetime-local"
          label={words.at}
          defaultValue={typed.at}
          error={errors.at && words.badAt}
        />
      )}
      {state === 'stopped' && <p className="soft">{words.goOnNote}</p>}
      <div className="studio-row">
        {state === 'draft' && button('submit', words.submit, true)}
        {state === 'in_review' && !isOwn && button('approve', words.approve, true)}
        {(state === 'approved' || state === 'scheduled') && button('send', words.send, true)}
        {state === 'stopped' && button('send', words.goOn, true)}
        {(state === 'sending' || state === 'scheduled') && button('stop', words.stop)}
        {isOpen && button('test', words.test)}
        {isOpen && button('discard', words.discard)}
      </div>
    </form>
  );
}

function Write({ newsletter, typed, errors, found, subjects }: Model) {
  const first = ['subject', 'introduction', 'items'].find((name) => errors[name]);
  const field = (name: 'subject' | 'introduction' | 'items') => ({
    id: name,
    name,
    defaultValue: typed[name],
    error: errors[name],
    isFirstWrong: first === name,
  });
  const isApproved = newsletter !== null && newsletter.state !== 'draft';
  return (
    <form method="post" className="form studio-form" noValidate>
      <WrittenBy />
      <input type="hidden" name="revision" value={newsletter?.revision ?? 0} />
      <Labelled id="lang" label={words.language} error={errors.lang}>
        <select className="in" id="lang" name="lang" defaultValue={typed.lang}>
          <Options of={siteLanguages().map((one) => [one, languageName(one)])} />
        </select>
      </Labelled>
      <Field {...field('subject')} label={words.subject} maxLength={150} autoComplete="off" required />
      <TextArea
        {...field('introduction')}
        label={words.introduction}
        hint={words.introductionHint}
        rows={6}
        maxLength={5_000}
        required
      />
      <TextArea
        {...field('items')}
        label={words.items}
        hint={words.itemsHint('article 12, video 3, question 7')}
        rows={6}
      />
      <Find q={typed.q} found={found} />
      <Boxes
        name="state"
        legend={words.states}
        hint={words.statesHint}
        options={states.map((name) => [name, stateName(name)])}
        chosen={typed.states}
      />
      <Boxes
        name="category"
        legend={words.subjects}
        hint={words.subjectsHint}
        options={subjects.map(({ id, name }) => [String(id), name])}
        chosen={typed.categoryIds.map(String)}
      />
      <button className="btn" name="go" value="save">
        {isApproved ? words.saveAgain : words.save}
      </button>
    </form>
  );
}

function Find({ q, found }: { q: string; found: Found[] | null }) {
  return (
    <div className="box stack">
      <Field id="find-q" name="q" label={words.findLabel} defaultValue={q} autoComplete="off" maxLength={200} />
      <button className="btn ghost" name="go" value="find">
        {words.find}
      </button>
      {found?.length === 0 && <p role="status">{words.nothingFound}</p>}
      {found && found.length > 0 && (
        <ul className="studio-list">
          {found.map(({ title, canonicalUrl }) => (
            <li key={canonicalUrl}>
              <a href={canonicalUrl} lang={langOf(title)}>
                {title}
              </a>
              <button className="chip" name="add" value={canonicalUrl} aria-label={words.addOf(title)}>
                {words.add}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type BoxesProps = {
  name: string;
  legend: string;
  hint: string;
  options: (readonly [value: string, label: string])[];
  chosen: string[];
};

const Boxes = ({ name, legend, hint, options, chosen }: BoxesProps) => (
  <details open={chosen.length > 0}>
    <summary>{legend}</summary>
    <fieldset className="studio-choices" aria-label={legend} aria-describedby={`${name}-hint`}>
      <span className="hint" id={`${name}-hint`}>
        {hint}
      </span>
      {options.map(([value, label]) => (
        <label key={value} className="studio-tick">
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span lang={langOf(label)}>{label}</span>
        </label>
      ))}
    </fieldset>
  </details>
);

export default deskPage(StudioNewsletterView);
