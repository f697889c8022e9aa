import type { z } from 'zod';
import type { StudioKind } from '../../database/schema.ts';
import { ShownChanges } from '../../features/studio/editor/changes.tsx';
import type { Change } from '../../features/studio/editor/word-changes.ts';
import type * as wire from '../../features/studio/studio.contract.ts';
import { t } from '../../messages/messages.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studio } from '../../messages/studio.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { withPictures } from '../../ui/picture-sources.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActList } from './studio-parts.tsx';

export type StudioHistoryModel = {
  kind: StudioKind;
  id: number;
  title: string;
  revisions: z.output<typeof wire.revisionList>;
  acts: z.output<typeof wire.actList>['data'];
  from: number;
  to: number;
  /** Of either: then nothing is compared. */
  isErased: boolean;
  isBodyChanged: boolean;
  lang: string | undefined;
  /** Fields that differ. */
  fields: { name: string; changes: Change[] }[];
  /** Both texts as readers see them, as one, sanitised; null where only the markdown is compared. */
  rendered: string | null;
  /** How the markdown differs, where it is compared. */
  written: Change[] | null;
  /** Whether something of it is shown whole, because there was no time to compare it. */
  isLate: boolean;
  isWritten: boolean;
};

/** All revisions of a piece, and how two of them differ by word. */
export function StudioHistoryView(model: StudioHistoryModel) {
  const { kind, id, title, revisions, acts, from, to } = model;
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
        {model.isBodyChanged && (
          <nav className="studio-trail" aria-label={words.compareAs}>
            <a href={`${path}?from=${from}&to=${to}`} aria-current={model.isWritten ? undefined : 'true'}>
              {words.asReadersSee}
            </a>
            <a href={`${path}?from=${from}&to=${to}&as=written`} aria-current={model.isWritten ? 'true' : undefined}>
              {words.asWritten}
            </a>
          </nav>
        )}
        <Comparison {...model} />
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

type ComparisonProps = Pick<StudioHistoryModel, 'isErased' | 'fields' | 'rendered' | 'written' | 'isLate' | 'lang'>;

function Comparison({ isErased, fields, rendered, written, isLate, lang }: ComparisonProps) {
  if (isErased) return <p className="soft">{words.erased}</p>;
  const hasBody = rendered !== null || written !== null;
  if (fields.length === 0 && !hasBody) return <p className="soft">{words.noDifference}</p>;
  return (
    <div className="stack">
      {isLate && <p>{words.tookTooLong}</p>}
      {fields.map((field) => (
        <div key={field.name}>
          <h3>{words.fields[field.name] ?? field.name}</h3>
          <ShownChanges changes={field.changes} />
        </div>
      ))}
      {hasBody && (
        <div>
          <h3>{words.fields.body}</h3>
          {written && <ShownChanges changes={written} lang={lang} />}
          {rendered !== null && (
            <div
              className="md studio-rendered"
              lang={lang}
              // Sanitised when it was rendered; only ins, del and their labels were added.
              dangerouslySetInnerHTML={{ __html: withPictures(rendered) }}
            />
          )}
        </div>
      )}
    </div>
  );
}
