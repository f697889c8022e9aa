import type { z } from 'zod';
import type { StudioKind } from '../database/schema.ts';
import { Changes } from '../features/studio/editor/changes.tsx';
import { fieldText } from '../features/studio/editor/field-text.ts';
import type * as wire from '../features/studio/studio.contract.ts';
import { t } from '../messages/messages.ts';
import { studioEditor as words } from '../messages/studio-editor.ts';
import { studio } from '../messages/studio.ts';
import { formatDate, langOf } from '../ui/format.ts';
import { withPictures } from '../ui/picture-sources.ts';
import { PageHead } from '../ui/page-head.tsx';
import { Pager } from '../ui/pager.tsx';
import { SectionHead } from '../ui/section-head.tsx';
import { ActList } from './studio-parts.tsx';

export type Side = { fields: Record<string, unknown>; body: string; isErased: boolean };
export type StudioHistoryModel = {
  kind: StudioKind;
  id: number;
  title: string;
  revisions: z.output<typeof wire.revisionList>;
  acts: z.output<typeof wire.actList>['data'];
  from: number;
  to: number;
  before: Side;
  after: Side;
  /** Both texts as readers see them, as one, sanitised; null where only the markdown is compared. */
  rendered: string | null;
  isWritten: boolean;
};

/** All revisions of a piece, and how two of them differ by word. */
export function StudioHistoryView(model: StudioHistoryModel) {
  const { kind, id, title, revisions, acts, from, to, before, after } = model;
  const path = `/studio/${kind}/${id}/history`;
  const last = Math.max(to, from, ...revisions.data.map(({ revision }) => revision));
  return (
    <>
      <PageHead title={t.site.titleOf(words.history)} description={studio.describe} path={path} isUnlisted />
      <p>
        <a href={`/studio/${kind}/${id}`}>{words.backToPiece}</a>
      </p>
      <h1 lang={langOf(title)}>{title || words.noTitle}</h1>
      <section>
        <SectionHead title={words.compare} />
        <form className="studio-find" action={path}>
          <Choice name="from" label={words.from} last={last} value={from} />
          <Choice name="to" label={words.to} last={last} value={to} />
          <button className="btn ghost">{words.compare}</button>
        </form>
        {before.body !== after.body && (
          <nav className="studio-trail" aria-label={words.compareAs}>
            <a href={`${path}?from=${from}&to=${to}`} aria-current={model.isWritten ? undefined : 'true'}>
              {words.asReadersSee}
            </a>
            <a href={`${path}?from=${from}&to=${to}&as=written`} aria-current={model.isWritten ? 'true' : undefined}>
              {words.asWritten}
            </a>
          </nav>
        )}
        <Comparison before={before} after={after} rendered={model.rendered} />
      </section>
      <section>
        <SectionHead title={words.revisions} />
        <ul className="studio-list">
          {revisions.data.map((one) => (
            <li key={one.revision}>
              <a href={`${path}?from=${Math.max(1, one.revision - 1)}&to=${one.revision}`}>
                {studio.revision(one.revision)}
              </a>
              <span className="studio-meta">
                {one.isLive && <span className="studio-state">{words.live}</span>}
                {one.isErased && <span>{words.erased}</span>}
                <span>{studio.changedBy(words.by(one.byName), formatDate(one.at))}</span>
              </span>
            </li>
          ))}
        </ul>
        <Pager {...revisions} hrefOf={(page) => `${path}?page=${page}`} />
      </section>
      <section>
        <SectionHead title={words.actsHeading} />
        <ActList acts={acts} />
      </section>
    </>
  );
}

function Choice({ name, label, last, value }: { name: string; label: string; last: number; value: number }) {
  return (
    <>
      <label htmlFor={`revision-${name}`}>{label}</label>
      <input
        className="in"
        id={`revision-${name}`}
        name={name}
        type="number"
        min={1}
        max={last}
        defaultValue={value}
        inputMode="numeric"
      />
    </>
  );
}

type ComparisonProps = Pick<StudioHistoryModel, 'before' | 'after' | 'rendered'>;

function Comparison({ before, after, rendered }: ComparisonProps) {
  if (before.isErased || after.isErased) return <p className="soft">{words.erased}</p>;
  const names = [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])]
    .map((name) => ({ name, was: fieldText(before.fields[name]), is: fieldText(after.fields[name]) }))
    .filter(({ name, was, is }) => was !== is && name !== 'updatedAt');
  if (names.length === 0 && before.body === after.body) return <p className="soft">{words.noDifference}</p>;
  return (
    <div className="stack">
      {names.map(({ name, was, is }) => (
        <div key={name}>
          <h3>{words.fields[name] ?? name}</h3>
          <Changes before={was} after={is} />
        </div>
      ))}
      {before.body !== after.body && (
        <div>
          <h3>{words.fields.body}</h3>
          {rendered === null ? (
            <Changes before={before.body} after={after.body} />
          ) : (
            <div
              className="md studio-rendered"
              lang={langOf(after.body || before.body)}
              // Sanitised when it was rendered; only ins, del and their labels were added.
              dangerouslySetInnerHTML={{ __html: withPictures(rendered) }}
            />
          )}
        </div>
      )}
    </div>
  );
}
