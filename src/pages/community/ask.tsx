import { listCategories } from '../../features/categories/categories.queries.server.ts';
import { readCommunityState } from '../../features/communities/community-state.server.ts';
import { findHints } from '../../features/search/hints.queries.server.ts';
import { urgentHelplines } from '../../features/helplines/danger.server.ts';
import { listTags } from '../../features/tags/tags.queries.server.ts';
import { type ModelOf, pageAction, personalLoader, type VisitArgs } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { askByForm, type AskSent, nothingSaid } from './ask-by-form.server.ts';
import { categoriesShown } from '../../features/categories/category-chips.tsx';
import { useLook } from '../../features/categories/category-look.tsx';
import { UrgentHelplines } from '../../features/helplines/urgent-helplines.tsx';
import { Helplines } from '../../features/feed/rail.tsx';
import { moderation } from '../../messages/moderation.ts';
import { community as c } from '../../messages/community.ts';
import { problems } from '../../messages/problems.ts';
import { t } from '../../messages/messages.ts';
import { stateName } from '../../messages/places.ts';
import { districtsOf } from '../../features/communities/districts.ts';
import { states } from '../../features/schemes/facts.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { describedBy, Field, FieldError, Labelled, TextArea } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { Masked, NumbersWarning, Problem } from './post-form.tsx';
import { SignInStepView } from './sign-in-step-view.tsx';
import { Options } from '../../ui/options.tsx';
import { servedPage } from '../served-page.tsx';

type Choice = { id: number; displayName: string };

function CategoryBox({ category, isChosen }: { category: Choice; isChosen: boolean }) {
  return (
    <label className="chip">
      <input className="vh" type="checkbox" name="category" value={category.id} defaultChecked={isChosen} />
      <Icon name={useLook(category.id).icon} />
      <span lang={langOf(category.displayName)}>{category.displayName}</span>
    </label>
  );
}

function Choices({ model: { typed, errors, categories, tags } }: { model: Model }) {
  const rest = categories.slice(categoriesShown);
  const box = (category: Choice) => (
    <CategoryBox key={category.id} category={category} isChosen={typed.categoryIds.includes(category.id)} />
  );
  return (
    <>
      <fieldset
        className="field"
        aria-describedby={describedBy({ id: 'categories', hint: c.whatAboutHint, error: errors.categories })}
      >
        <legend>{c.whatAbout}</legend>
        <span className="hint" id="categories-hint">
          {c.whatAboutHint}
        </span>
        <div className="chips">{categories.slice(0, categoriesShown).map(box)}</div>
        {rest.length > 0 && (
          <details className="fold" open={rest.some(({ id }) => typed.categoryIds.includes(id))}>
            <summary>{c.moreCategories}</summary>
            <div className="chips">{rest.map(box)}</div>
          </details>
        )}
        {errors.categories && <FieldError id="categories-error">{errors.categories}</FieldError>}
      </fieldset>
      {tags.length > 0 && (
        <details className="fold" open={typed.tagIds.length > 0 || errors.tags !== undefined}>
          <summary>{c.moreTags}</summary>
          <fieldset className="field" aria-label={c.moreTags}>
            <div className="chips">
              {tags.map((tag) => (
                <label key={tag.id} className="chip">
                  <input
                    className="vh"
                    type="checkbox"
                    name="tag"
                    value={tag.id}
                    defaultChecked={typed.tagIds.includes(tag.id)}
                  />
                  <span lang={langOf(tag.displayName)}>{tag.displayName}</span>
                </label>
              ))}
            </div>
            {errors.tags && <FieldError id="tags-error">{errors.tags}</FieldError>}
          </fieldset>
        </details>
      )}
    </>
  );
}

function Where({ typed, errors }: Pick<Model, 'typed' | 'errors'>) {
  return (
    <details className="fold" open={typed.state !== undefined || errors.district !== undefined}>
      <summary>{c.whereIsIt}</summary>
      <Labelled id="state" label={c.state}>
        <select className="in" id="state" name="state" defaultValue={typed.state ?? ''}>
          <option value="">{c.noState}</option>
          <Options of={states.map((name) => [name, stateName(name)])} />
        </select>
      </Labelled>
      <Labelled id="district" label={c.district} error={errors.district}>
        <select
          className="in"
          id="district"
          name="district"
          defaultValue={typed.district ?? ''}
          {...(errors.district ? { 'aria-invalid': true, 'aria-describedby': 'district-error' } : {})}
        >
          <option value="">{c.noDistrict}</option>
          {states.map((state) => (
            <optgroup key={state} label={stateName(state)} data-state={state}>
              {districtsOf[state].map((name) => (
                <option key={name} value={name} lang={langOf(name)}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </Labelled>
    </details>
  );
}

function Similar({ hints }: Pick<Model, 'hints'>) {
  return (
    <div className="box stack similar" id="similar" hidden={hints === null} aria-live="polite">
      <b>{c.similar}</b>
      {hints && hints.length > 0 ? (
        <ul className="ledger">
          {hints.map(({ kind, id, title, answer, canonicalUrl }) => (
            <li key={`${kind} ${id}`}>
              <b>
                <a href={canonicalUrl} lang={langOf(title)}>
                  {title}
                </a>
              </b>
              <small>{answer || c.notAnswered}</small>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">{c.nothingSimilar}</p>
      )}
    </div>
  );
}

const empty: AskSent = {
  typed: {
    title: '',
    body: '',
    categoryIds: [],
    tagIds: [],
    isAnonymous: false,
    state: undefined,
    district: undefined,
    tookHint: false,
  },
  ...nothingSaid,
};

/** Prefills the title from a search without hits (`?title=`). */
const startedWith = (url: URL): AskSent => {
  const title = (url.searchParams.get('title') ?? '').replace(/\p{C}/gu, ' ').trim().slice(0, 200).toWellFormed();
  return { ...empty, typed: { ...empty.typed, title } };
};

export const loader = personalLoader(async ({ services, url, viewer, sent }: VisitArgs<AskSent>) => {
  const { db } = services.connection;
  const { typed, isChecked, ...rest } = sent ?? startedWith(url);
  const hints = isChecked && typed.title !== '' ? await findHints(db, typed.title) : null;
  const [categories, tags] = [await listCategories(db), await listTags(db)];
  const { mode, until } = await readCommunityState(db, services.clock());
  const model = {
    ...rest,
    notice:
      (viewer && viewer.roles.length > 0) || rest.problem !== null || mode === 'open'
        ? null
        : mode === 'read_only'
          ? problems.readOnly(until)
          : moderation.posting.lookedAtFirst,
    isSent: sent !== null,
    typed,
    hints,
    helplines: isChecked ? urgentHelplines(`${typed.title} ${typed.body}`) : [],
    categories: categories.map(({ id, displayName }) => ({ id, displayName })),
    tags: tags.map(({ id, displayName }) => ({ id, displayName })),
  };
  return { model };
});

type Model = ModelOf<typeof loader>;

export const action = pageAction<AskSent>((args) => askByForm(args));

function AskView(model: Model) {
  const { isSent, typed, errors, problem, notice, numbers, isMasked, hints, helplines, previewHtml, signIn } = model;
  if (signIn)
    return (
      <SignInStepView
        model={signIn}
        path="/community/ask"
        words={[typed.title, typed.body].filter((text) => text !== '').join('\n\n')}
      />
    );
  const bodyError = numbers.length > 0 ? c.numbers.field : errors.body;
  return (
    <div className="wrap read no-toc">
      <PageHead title={t.site.titleOf(c.askTitle)} description={c.askDescribe} path="/community/ask" />
      <div className="over">
        <Breadcrumbs crumbs={[{ name: t.nav.community, href: '/community' }, { name: c.askTitle }]} />
      </div>
      <div className="stack">
        <h1>{c.askTitle}</h1>
        <p className="standfirst">{c.askLead}</p>
        {notice && <Notice tone="note" title={notice} />}
        {problem && <Problem>{problem}</Problem>}
        {isMasked && <Masked />}
        <form
          className="form"
          method="post"
          action="/community/ask"
          data-ask
          data-waits="question"
          data-sent={isSent || undefined}
          noValidate
        >
          <Field
            id="title"
            name="title"
            label={c.titleLabel}
            hint={c.titleHint}
            defaultValue={typed.title}
            maxLength={200}
            autoComplete="off"
            error={errors.title}
            isFirstWrong={errors.title !== undefined}
            required
          />
          <UrgentHelplines lines={helplines} />
          <Similar hints={hints} />
          <TextArea
            id="body"
            name="body"
            label={c.bodyLabel}
            hint={c.bodyHint}
            maxLength={10_000}
            defaultValue={typed.body}
            error={bodyError}
            isFirstWrong={bodyError !== undefined && !errors.title}
          />
          <div id="numbers" className="ask-numbers">
            <NumbersWarning numbers={numbers} />
          </div>
          {previewHtml !== null && (
            <section className="box stack" aria-label={c.preview}>
              <b>{c.preview}</b>
              <h2 className="asked">{typed.title}</h2>
              {previewHtml !== '' && <div className="md" dangerouslySetInnerHTML={{ __html: previewHtml }} />}
              {typed.state && (
                <p className="soft small">{[typed.district, stateName(typed.state)].filter(Boolean).join(', ')}</p>
              )}
              {typed.isAnonymous && <p className="who">{c.theAsker}</p>}
            </section>
          )}
          <Choices model={model} />
          <Where typed={typed} errors={errors} />
          <label className="tick">
            <input
              type="checkbox"
              name="withoutName"
              defaultChecked={typed.isAnonymous}
              aria-describedby="without-name-hint"
            />
            <span>{c.withoutName}</span>
          </label>
          <p className="hint" id="without-name-hint">
            {c.withoutNameHint}
          </p>
          <input type="hidden" name="tookHint" defaultValue={typed.tookHint ? 'yes' : ''} />
          <div className="acts">
            {numbers.length === 0 && (
              <button className="btn" name="do" value="post">
                {c.post}
              </button>
            )}
            <button className="btn ghost" name="do" value="check">
              {c.check}
            </button>
          </div>
          <p className="soft small" data-kept hidden />
        </form>
      </div>
      <aside className="side" aria-label={c.good}>
        <section className="stack">
          <SectionHead title={c.good} />
          <ul className="why">
            {c.goodOnes.map((words) => (
              <li key={words} className="good">
                <Icon name="check" />
                {words}
              </li>
            ))}
          </ul>
          <p>
            <a href="/community-rules">{c.rules}</a>
          </p>
        </section>
        <Helplines />
      </aside>
    </div>
  );
}

export default servedPage(AskView, undefined, { name: 'ask', when: 'now' });
