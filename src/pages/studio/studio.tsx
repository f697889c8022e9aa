import { redirect } from 'react-router';
import { readWork } from '../../features/studio/desks/desk.queries.server.ts';
import { beginFactor, factorBeingAdded, giveFactorCode } from '../../features/studio/people/second-factor.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { studio as words } from '../../messages/studio.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import {
  type ModelOf,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import { isForStaff, safeRedirect } from '../../platform/http/safe-redirect.ts';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { staffHere } from './studio-staff.server.ts';
import type { z } from 'zod';
import type * as wire from '../../features/studio/studio.contract.ts';
import { t } from '../../messages/messages.ts';
import { studioEditor as editor } from '../../messages/studio-editor.ts';
import { Field } from '../../ui/field.tsx';
import { formatDate } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActList, Figures, PieceList, StudioNav, type StudioNavModel } from './studio-parts.tsx';

type Work = z.output<typeof wire.work>['data'];

type SentHere = Sent & { secret: { secret: string; url: string } | null; problem: string | null };

export const loader = personalLoader(async ({ services, url, viewer: asker, sent }: VisitArgs<SentHere>) => {
  const { viewer, actor, factor, lacksFactor } = await staffHere(services, asker, url);
  const isWorker = hasOne(actor, ['writer', 'editor', 'checker', 'admin']);
  // A moderator's work is at /moderation: no piece is theirs.
  if (!lacksFactor && !isWorker) throw redirect('/moderation', 303);
  const model = lacksFactor
    ? {
        work: null,
        nav: null,
        factor: { isMissing: factor === 'missing', secret: sent?.secret ?? null, problem: sent?.problem ?? null },
      }
    : { work: await readWork(services, actor), nav: studioNavOf(actor), person: viewer.userId, factor: null };
  return { model };
});

type Model = ModelOf<typeof loader>;

/** Adds the second factor, and takes its code. */
export const action = pageAction<SentHere>(async ({ services, url, viewer: asker, form }) => {
  const { viewer } = await staffHere(services, asker, url);
  if (form.get('go') === 'add') return { secret: await beginFactor(services, viewer), problem: null };
  const code = (form.get('code') ?? '').replaceAll(/\s/g, '');
  try {
    await giveFactorCode(services, viewer, code.slice(0, 20));
  } catch (error) {
    // The session has ended: the page asks to sign in.
    if (isAppError(error) && error.status === 401) throw redirect('/studio', 303);
    if (!isAppError(error) || error.code !== 'code_invalid') throw error;
    // Whoever has not added the key yet still needs it.
    return { status: 400, secret: await factorBeingAdded(services, viewer), problem: words.factor.wrong };
  }
  const target = safeRedirect(url.searchParams.get('redirect'), services.config.publicOrigin);
  throw redirect(isForStaff(target) ? target : '/studio', 303);
});

/** The desk: what waits, what is overdue, what this person wrote, and everything else behind links. */
function StudioView({ work, nav, person, factor }: Model) {
  return (
    <>
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} path="/studio" isUnlisted />
      {nav && <StudioNav {...nav} here="/studio" />}
      <h1>{words.title}</h1>
      {factor && <SecondFactor {...factor} />}
      {person && (
        <Island name="studio-unfinished" when="now" props={{ person, untitled: editor.noTitle }}>
          <section hidden>
            <h2>{editor.unfinished}</h2>
            <p className="soft">{editor.unfinishedNote}</p>
            <ul className="studio-list" />
          </section>
        </Island>
      )}
      {work && <Desk work={work} canBegin={nav?.canBegin ?? []} />}
    </>
  );
}

function Write({ kinds }: { kinds: StudioNavModel['canBegin'] }) {
  const [first, ...others] = kinds;
  return (
    <div className="studio-row">
      <a className="btn" href={`/studio/${first}/new`}>
        {editor.write_[first as 'articles']}
      </a>
      {others.map((kind) => (
        <a key={kind} className="chip" href={`/studio/${kind}/new`}>
          {editor.write_[kind as 'articles']}
        </a>
      ))}
    </div>
  );
}

type DeskProps = { work: Work; canBegin: StudioNavModel['canBegin'] };

/** What waits stands first: on a phone the rows of kinds to write are higher than the screen. */
function Desk({ work, canBegin }: DeskProps) {
  return (
    <div className="studio-desk">
      <section>
        <SectionHead title={words.waiting} />
        <PieceList pieces={work.waiting} empty={words.nothing} />
      </section>
      {work.outdated.length > 0 && (
        <section>
          <SectionHead title={words.outdated} />
          <PieceList pieces={work.outdated} empty={words.nothing} />
        </section>
      )}
      {canBegin.length > 0 && <Write kinds={canBegin} />}
      {work.emergencies.length > 0 && (
        <section>
          <SectionHead title={words.emergencies} />
          <ActList acts={work.emergencies} isAcrossPieces />
        </section>
      )}
      {work.day && <Today {...work.day} />}
      <section>
        <SectionHead title={words.mine} />
        <PieceList pieces={work.mine} empty={words.nothing} />
      </section>
      <section>
        <SectionHead title={words.overdue} />
        <PieceList pieces={work.overdue} empty={words.nothing} isOverdue />
      </section>
    </div>
  );
}

function Today({ day, visits, searches, posts, complaints, scams }: NonNullable<Work['day']>) {
  const figures = [
    [words.day.visits, visits],
    [words.day.searches, searches],
    [words.day.posts, posts],
    [
      words.day.complaints,
      complaints.open,
      complaints.overdue > 0 && (
        <small key="overdue" className="err">
          {' '}
          {words.day.overdue(complaints.overdue)}
        </small>
      ),
    ],
    [words.day.scams, scams],
  ] as const;
  return (
    <section>
      <SectionHead title={words.day.heading} />
      <p className="studio-meta">
        <time dateTime={day}>{formatDate(`${day}T00:00:00+05:30`)}</time>
      </p>
      <Figures of={figures} />
    </section>
  );
}

function SecondFactor({ isMissing, secret, problem }: NonNullable<Model['factor']>) {
  const isNew = isMissing && secret === null && problem === null;
  return (
    <section className="box stack">
      <h2>{words.factor.heading}</h2>
      <p>{isMissing ? words.factor.add : words.factor.give}</p>
      {secret && (
        <p>
          {words.factor.key}: <code>{secret.secret}</code> <a href={secret.url}>{words.factor.open}</a>
        </p>
      )}
      <form className="form" method="post" noValidate>
        {isNew ? (
          <button className="btn" name="go" value="add">
            {words.factor.button}
          </button>
        ) : (
          <>
            <Field
              id="code"
              name="code"
              label={words.factor.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              error={problem}
              isFirstWrong={problem !== null}
            />
            <button className="btn" name="go" value="verify">
              {words.factor.button}
            </button>
          </>
        )}
      </form>
      <p className="soft">{words.factor.lost}</p>
    </section>
  );
}

export default servedPage(StudioView, 'wrap studio');
