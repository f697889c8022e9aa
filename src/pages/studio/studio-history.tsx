import { readActs, readPiece, readRevision, readRevisions } from '../../features/studio/pieces/read-piece.server.ts';
import { compareTexts } from '../../features/studio/pieces/compare-texts.server.ts';
import { fieldText } from '../../features/studio/editor/field-text.ts';
import type { TextSide } from '../../features/studio/pieces/piece-text.ts';
import { linksIn } from '../../features/studio/pieces/render-piece.server.ts';
import { pictureSizes } from '../../features/studio/pieces/projection-of-revision.server.ts';
import { linkResolver, readNamedKeys } from '../../features/pieces/site-keys.server.ts';
import { languages } from '../../messages/languages-here.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import { langOf, formatDate } from '../../ui/format.ts';
import { insistOnNumber, numberIn, pageIn } from '../page-in.ts';
import { ShownChanges } from '../../features/studio/editor/changes.tsx';
import { t } from '../../messages/messages.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studio } from '../../messages/studio.ts';
import { withPictures } from '../../ui/picture-sources.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ActList, deskPage } from './studio-parts.tsx';
import { deskLoader, kindIn } from './studio-staff.server.ts';
import { readers } from '../../features/studio/studio.policy.ts';

/** The revisions of a piece, and how any two of them differ; without two named ones, the last change. */
export const loader = deskLoader(readers, async ({ services, url, actor, params }) => {
  const kind = kindIn(params);
  const named = { kind, id: insistOnNumber(params.piece) };
  const page = pageIn(url);
  const piece = await readPiece(services, actor, named);
  const revisions = await readRevisions(services, actor, named, { page, pageSize: 50 });
  const acts = await readActs(services, actor, named, { page: 1, pageSize: 50 });
  const to = numberIn(url.searchParams.get('to')) ?? piece.revision;
  const from = numberIn(url.searchParams.get('from')) ?? Math.max(1, to - 1);
  const [before, after] = [
    await readRevision(services, actor, named, from),
    await readRevision(services, actor, named, to),
  ];
  const isWritten = url.searchParams.get('as') === 'written';
  const isComparable = !isWritten && !before.isErased && !after.isErased && before.body !== after.body;
  const isErased = before.isErased || after.isErased;
  const names = isErased ? [] : [...new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])];
  const fields = names
    .map((name) => ({ name, before: fieldText(before.fields[name]), after: fieldText(after.fields[name]) }))
    .filter((field) => field.before !== field.after && field.name !== 'updatedAt');
  const sides = isComparable ? await sidesOf(services, before, after) : null;
  const isBodyChanged = before.body !== after.body;
  // Where one of the two cannot be rendered, or not in time, the markdown is compared.
  const written = !isErased && isBodyChanged ? { before: before.body, after: after.body } : null;
  const compared = await compareTexts(services.pieceTexts, { fields, sides, written });
  return {
    ...compared,
    fields: fields.map(({ name }, at) => ({ name, changes: compared.fields[at]! })),
    isWritten,
    kind,
    id: named.id,
    title: piece.title,
    revisions,
    acts: acts.data,
    from,
    to,
    isErased,
    isBodyChanged,
    lang: langOf(after.body || before.body),
  };
});

type Model = ModelOf<typeof loader>;

type Side = { fields: Record<string, unknown>; body: string };

/** Both texts, with what their links and pictures need. */
async function sidesOf(services: PageServices, ...both: [Side, Side]): Promise<[TextSide, TextSide]> {
  const { db } = services.connection;
  const resolveLink = linkResolver(await readNamedKeys(db, both));
  const sizes = [...(await pictureSizes(db, services.config, both))];
  return both.map(({ fields, body }): TextSide => {
    const lang = languages.find((one) => one === fields.lang);
    return { body, lang, links: linksIn(body, resolveLink), sizes };
  }) as [TextSide, TextSide];
}

/** All revisions of a piece, and how two of them differ by word. */
function StudioHistoryView(model: Model) {
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

type ComparisonProps = Pick<Model, 'isErased' | 'fields' | 'rendered' | 'written' | 'isLate' | 'lang'>;

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

export default deskPage(StudioHistoryView);
