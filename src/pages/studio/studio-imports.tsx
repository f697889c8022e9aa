import { redirect } from 'react-router';
import { importOptions } from '../../features/importing/desk/imports-desk.contract.ts';
import { askAgain, askUndo } from '../../features/importing/desk/import-jobs.server.ts';
import { listSubjects } from '../../features/categories/categories.queries.server.ts';
import { readImportsDesk } from '../../features/importing/desk/read-desk.server.ts';
import { getImportRun } from '../../features/importing/runs/import-runs.server.ts';
import { isOfDump, isOfFolder, planUndo } from '../../features/importing/runs/undo-run.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { numberIn } from '../page-in.ts';
import type { ImportJobOptions, MediaLoss, ReportName } from '../../database/schema.ts';
import { importsDesk as words } from '../../messages/imports-desk.ts';
import { formatDate, formatNumber, langOf } from '../../ui/format.ts';
import { studioEditor } from '../../messages/studio-editor.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { Field } from '../../ui/field.tsx';
import { Island } from '../../ui/island.tsx';
import { deskPage, Done, DeskHead, Figures } from './studio-parts.tsx';
import { Options } from '../../ui/options.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import { problemOf } from '../../platform/wire/plain-problems.ts';

const importsPath = '/studio/imports';
const kinds = 'Ghost: JSON, WordPress: XML, Hugo: JSONL, myScheme: JSONL, CSV; .gz';

type SentHere = Sent & { problem: string };

async function undoHere(services: PageServices, id: number | null) {
  if (id === null) return null;
  const run = await getImportRun(services.connection.db, id);
  return {
    id,
    name: run.name,
    isOfDump: isOfDump(run),
    isOfFolder: isOfFolder(run),
    ...(await planUndo(services, id)),
  };
}

async function reportHere(services: PageServices, id: number | null) {
  if (id === null) return null;
  const { name, counts, report } = await getImportRun(services.connection.db, id);
  return { id, name, counts, report };
}

export const loader = deskLoader(admins, async ({ services, url, actor, sent }: DeskArgs<SentHere>) => ({
  ...(await readImportsDesk(services)),
  person: actor.id,
  categories: await listSubjects(services.connection.db),
  undo: await undoHere(services, numberIn(url.searchParams.get('undo'))),
  shown: await reportHere(services, numberIn(url.searchParams.get('run'))),
  isAsked: url.searchParams.get('done') === 'asked',
  problem: sent?.problem ?? null,
}));

type Model = ModelOf<typeof loader>;

/** Import, another dry run, undo: asked for here, done off the request. */
export const action = deskAction<SentHere>(admins, {
  async act({ services, actor, form }) {
    const [go, job, run] = [form.get('go'), numberIn(form.get('job')), numberIn(form.get('run'))];
    const fields = Object.fromEntries([...form].filter(([name]) => name in importOptions.shape));
    const ask = async () => {
      if (go === 'import' && job !== null) await askAgain(services, actor, job, { task: 'import' });
      else if (go === 'check' && job !== null) {
        const options = importOptions.safeParse(fields);
        if (!options.success) return { status: 400, problem: wordProblem(problemOf(options.error.issues[0]!)) };
        await askAgain(services, actor, job, { task: 'check', options: options.data });
      } else if (go === 'undo' && run !== null) await askUndo(services, actor, run);
      else throw notFound('page');
      return redirect(`${importsPath}?done=asked#now`, 303);
    };
    return ask().catch(onRefusal([409], ({ message }) => ({ status: 409, problem: message })));
  },
});

/** Importing other sites: dry run, import, the runs so far, and undoing one. */
function StudioImportsView(model: Model) {
  const { nav, person, job, runs, categories, undo, shown, isAsked, problem } = model;
  return (
    <>
      <DeskHead nav={nav} path={importsPath} title={words.heading} description={words.describe} />
      {isAsked && job?.state === 'waiting' && <Done>{words.asked}</Done>}
      {problem && (
        <p className="call warn" role="alert">
          {problem}
        </p>
      )}
      {undo && <UndoForm {...undo} />}
      {shown && (
        <section className="box stack" id="run" aria-labelledby="run-heading">
          <h2 id="run-heading">{words.reportOf(shown.name)}</h2>
          <ImportFindings counts={shown.counts} report={shown.report} />
          <a className="link" href={importsPath}>
            {words.cancel}
          </a>
        </section>
      )}
      <Island name="studio-imports" when="now" props={{ person }}>
        {job && <JobBox job={job} categories={categories} />}
        <section className="stack">
          <h2>{words.upload}</h2>
          <p className="soft">{words.note(kinds)}</p>
          <form
            className="form"
            method="post"
            action="/api/studio/imports"
            encType="multipart/form-data"
            data-upload=""
          >
            <Field id="file" name="file" type="file" label={words.file} hint={words.fileHint} required />
            <OptionFields id="new" categories={categories} options={{}} />
            <button className="btn">{words.send}</button>
            <p role="status" />
          </form>
        </section>
      </Island>
      <h2>{words.runs}</h2>
      {runs.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-list">
        {runs.map((run) => (
          <RunItem key={run.id} run={run} />
        ))}
      </ul>
    </>
  );
}

function JobBox({ job, categories }: { job: NonNullable<Model['job']>; categories: Model['categories'] }) {
  const { id, task, state, name, progress, counts, report, problem, problemText, file, options } = job;
  const isOn = state === 'waiting' || state === 'running';
  // What began as an import goes on as one, where it was.
  const mayGoOn = task === 'import' && state === 'failed' && file !== null;
  return (
    <section className="box stack" id="now" aria-labelledby="now-heading">
      <h2 id="now-heading">{words.now}</h2>
      <p>
        <b lang={langOf(name)}>{name}</b> · {words.task[task]}: {words.state[state]}
      </p>
      {isOn && (
        <p className="studio-row">
          <progress max={100} value={progress} data-job={id} aria-label={words.task[task]} />
          <span data-percent="">{words.percent(progress)}</span>
          <a className="link" href={`${importsPath}#now`}>
            {words.look}
          </a>
        </p>
      )}
      {state === 'failed' && problem && (
        <p className="call warn">
          {words.problems[problem]}
          {problemText && <span lang="en"> {problemText}</span>}
        </p>
      )}
      {task === 'check' && state === 'done' && <p>{words.dryNote}</p>}
      {!isOn && <ImportFindings counts={counts} report={report} />}
      {((task === 'check' && state === 'done' && file !== null) || mayGoOn) && (
        <form method="post" action={importsPath}>
          <input type="hidden" name="job" value={id} />
          <button className="btn" name="go" value="import">
            {mayGoOn ? words.goOn : words.start}
          </button>
        </form>
      )}
      {!isOn && file !== null && task === 'check' && (
        <details open={problem === 'name'}>
          <summary>{words.again}</summary>
          <form className="form" method="post" action={importsPath}>
            <input type="hidden" name="job" value={id} />
            <OptionFields id="again" categories={categories} options={options} />
            <button className="btn" name="go" value="check">
              {words.checkAgain}
            </button>
          </form>
        </details>
      )}
    </section>
  );
}

type Fields = { id: string; categories: Model['categories']; options: ImportJobOptions };

function OptionFields({ id, categories, options }: Fields) {
  return (
    <>
      <Field
        id={`${id}-site`}
        name="site"
        label={words.site}
        hint={words.siteHint('old.example')}
        defaultValue={options.site}
        maxLength={80}
        autoCapitalize="none"
      />
      <div className="field">
        <label htmlFor={`${id}-category`}>{words.category}</label>
        <select className="in" id={`${id}-category`} name="category" defaultValue={options.category ?? ''}>
          <option value="">{words.categoryNone}</option>
          <Options of={categories.map(({ key, name }) => [key, name])} />
        </select>
      </div>
      <Field
        id={`${id}-base`}
        name="baseUrl"
        type="url"
        label={words.baseUrl}
        hint={words.baseUrlHint('https://old.example/')}
        defaultValue={options.baseUrl}
        maxLength={300}
      />
      <Field
        id={`${id}-date`}
        name="date"
        type="date"
        label={words.date}
        hint={words.dateHint}
        defaultValue={options.date}
      />
      {(['fetchImages', 'drafts'] as const).map((name) => (
        <label className="studio-row" key={name}>
          <input className="studio-choose-box" type="checkbox" name={name} value="yes" defaultChecked={options[name]} />
          {words[name]}
        </label>
      ))}
    </>
  );
}

function RunItem({
  run: { id, name, site, state, byName, startedAt, counts, isUndoable },
}: {
  run: Model['runs'][number];
}) {
  return (
    <li>
      <b lang={langOf(name)}>
        {name} · {site}
      </b>
      <span className="studio-meta">
        <span className="studio-state" data-state={state}>
          {words.state[state]}
        </span>
        <span>{words.byOn(studioEditor.by(byName), formatDate(startedAt))}</span>
        {Object.entries(counts).map(([what, count]) => (
          <span key={what}>
            {words.counts[what] ?? what}: {formatNumber(count)}
          </span>
        ))}
      </span>
      <span className="studio-row">
        <a className="chip" href={`${importsPath}?run=${id}#run`} aria-label={words.reportOf(name)}>
          {words.report}
        </a>
        {isUndoable && state !== 'running' && (
          <a className="chip" href={`${importsPath}?undo=${id}#undo`} aria-label={words.undoOf(name)}>
            {words.undo}
          </a>
        )}
      </span>
    </li>
  );
}

/** What an undo would do: shown before it is asked for. */
type UndoShown = NonNullable<Model['undo']>;

const addressOfKept = ({ kind = 'articles', id, title }: UndoShown['kept'][number]) =>
  kind === 'questions' ? questionPath(title, id) : `/studio/${kind}/${id}`;

function UndoForm({
  id,
  name,
  isOfDump,
  isOfFolder,
  removed,
  restored,
  kept: given,
  keptCount = given.length,
}: UndoShown) {
  const kept = isOfDump ? given.map((piece) => ({ ...piece, kind: 'questions' as const })) : given;
  const shownKept = kept.slice(0, 100);
  const figures: [text: string, count: number][] = isOfDump
    ? [
        [words.undoPosts, removed],
        [words.undoKeptQuestions, keptCount],
      ]
    : [
        [words.undoRemoved, removed],
        [words.undoRestored, restored],
        [words.undoKept, keptCount],
      ];
  return (
    <section className="box stack" id="undo" aria-labelledby="undo-heading">
      <h2 id="undo-heading">{words.undoHeading(name)}</h2>
      <Figures of={figures} />
      {shownKept.length > 0 && (
        <ul className="studio-list">
          {shownKept.map((piece) => (
            <li key={`${piece.kind} ${piece.id}`}>
              <a href={addressOfKept(piece)} lang={langOf(piece.title)}>
                {piece.title || words.deletedQuestion(piece.id)}
              </a>
              <span className="studio-meta">
                {words.reasons[piece.reason]}
                {piece.later === null ? '' : ` (${piece.later})`}
              </span>
            </li>
          ))}
          {keptCount > shownKept.length && <li>{words.more(keptCount - shownKept.length)}</li>}
        </ul>
      )}
      <p className="soft">{isOfDump ? words.undoPostsNote : isOfFolder ? words.undoFolderNote : words.undoNote}</p>
      <form className="studio-row" method="post" action={importsPath}>
        <input type="hidden" name="run" value={id} />
        <button className="btn" name="go" value="undo">
          {words.undoSure}
        </button>
        <a className="link" href={importsPath}>
          {words.cancel}
        </a>
      </form>
    </section>
  );
}

/** What an import, or its dry run, has found: figures, and each loss by name. */
function ImportFindings({ counts, report }: Pick<NonNullable<Model['shown']>, 'counts' | 'report'>) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      {shown.length === 0 && report.length === 0 && <p className="soft">{words.nothing}</p>}
      <Figures of={shown.map(([what, count]) => [words.counts[what] ?? what, count])} />
      {(['conflict', 'lost', 'media', 'noted', 'skipped', 'draft'] as const).map((kind) => {
        const parts = report.filter((part) => part.kind === kind);
        if (parts.length === 0) return null;
        return (
          <details key={kind} open={kind === 'conflict' || kind === 'lost' || kind === 'media'}>
            <summary>{kind === 'media' ? words.counts.media : words.parts[kind]}</summary>
            <ul className="studio-list">
              {parts.map(({ reason, names, more }) => (
                <li key={reason + textOf(names[0])}>
                  {kind === 'media' ? words.media[reason as MediaLoss] : <span lang="en">{reason}</span>}
                  <ul className="studio-uses">
                    {names.map((name, index) => (
                      // oxlint-disable-next-line react/no-array-index-key -- names may repeat
                      <li key={index} lang={langOf(textOf(name))}>
                        <Name name={name} />
                      </li>
                    ))}
                    {more > 0 && <li>{words.more(more)}</li>}
                  </ul>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}

const textOf = (name: ReportName | undefined) => (typeof name === 'object' ? name.title : (name ?? ''));

function Name({ name }: { name: ReportName }) {
  if (typeof name === 'string') return name;
  const { title, id, about } = name;
  return (
    <>
      {id === undefined ? title : <a href={`/studio/articles/${id}`}>{title}</a>}
      {about !== undefined && (
        <>
          {': '}
          <code lang="zxx">{about}</code>
        </>
      )}
    </>
  );
}

export default deskPage(StudioImportsView);
