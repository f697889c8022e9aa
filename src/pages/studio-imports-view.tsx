import type { ImportJobOptions, ImportJobProblem, ImportUndo, ReportPart } from '../database/schema.ts';
import { importsDesk as words } from '../messages/imports-desk.ts';
import { t } from '../messages/messages.ts';
import { studioEditor } from '../messages/studio-editor.ts';
import { formatDate, formatNumber, langOf } from '../ui/format.ts';
import { Field } from '../ui/field.tsx';
import { Island } from '../ui/island.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { StudioNav, type StudioNavModel } from './studio-parts.tsx';

type Counts = Record<string, number>;
type Job = {
  id: number;
  task: 'check' | 'import' | 'undo';
  state: 'waiting' | 'running' | 'done' | 'failed';
  name: string;
  progress: number;
  counts: Counts;
  report: ReportPart[];
  problem: ImportJobProblem | null;
  problemText: string | null;
  options: ImportJobOptions;
  hasFile: boolean;
};
type Run = {
  id: number;
  name: string;
  site: string;
  state: 'running' | 'finished' | 'stopped' | 'broken_off' | 'undoing' | 'undone';
  byName: string;
  startedAt: string;
  counts: Counts;
  pieces: number;
};
export type StudioImportsModel = {
  nav: StudioNavModel;
  person: string;
  job: Job | null;
  runs: Run[];
  categories: { key: string; name: string }[];
  /** What an undo would do: shown before it is asked for. */
  undo: ({ id: number; name: string } & Pick<ImportUndo, 'removed' | 'restored' | 'kept'>) | null;
  shown: { id: number; name: string; counts: Counts; report: ReportPart[] } | null;
  isAsked: boolean;
  problem: string | null;
};

export const importsPath = '/studio/imports';
const kinds = 'Ghost: JSON, WordPress: XML, Hugo: JSONL, myScheme: JSONL, CSV; .gz';

/** Importing other sites: dry run, import, the runs so far, and undoing one. */
export function StudioImportsView(model: StudioImportsModel) {
  const { nav, person, job, runs, categories, undo, shown, isAsked, problem } = model;
  return (
    <>
      <PageHead title={t.site.titleOf(words.heading)} description={words.describe} path={importsPath} isUnlisted />
      <StudioNav {...nav} here={importsPath} />
      <h1>{words.heading}</h1>
      {isAsked && (
        <p className="studio-done" role="status">
          {words.asked}
        </p>
      )}
      {problem && (
        <p className="call warn" role="alert">
          {problem}
        </p>
      )}
      {undo && <UndoForm {...undo} />}
      {shown && (
        <section className="box stack" id="run" aria-labelledby="run-heading">
          <h2 id="run-heading">{words.reportOf(shown.name)}</h2>
          <Report counts={shown.counts} report={shown.report} />
          <a className="link" href={importsPath}>
            {words.cancel}
          </a>
        </section>
      )}
      <Island name="studio-imports" when="now" props={{ person }}>
        {job && <JobBox job={job} categories={categories} />}
        <section>
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

function JobBox({ job, categories }: { job: Job; categories: StudioImportsModel['categories'] }) {
  const { id, task, state, name, progress, counts, report, problem, problemText, hasFile, options } = job;
  const isOn = state === 'waiting' || state === 'running';
  // What began as an import goes on as one, where it was.
  const mayGoOn = task === 'import' && state === 'failed' && hasFile;
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
      {!isOn && <Report counts={counts} report={report} />}
      {((task === 'check' && state === 'done' && hasFile) || mayGoOn) && (
        <form method="post" action={importsPath}>
          <input type="hidden" name="job" value={id} />
          <button className="btn" name="go" value="import">
            {mayGoOn ? words.goOn : words.start}
          </button>
        </form>
      )}
      {!isOn && hasFile && task === 'check' && (
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

type Fields = { id: string; categories: StudioImportsModel['categories']; options: ImportJobOptions };

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
          {categories.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
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
      <label className="studio-row">
        <input
          className="studio-choose-box"
          type="checkbox"
          name="fetchImages"
          value="yes"
          defaultChecked={options.fetchImages}
        />
        {words.fetchImages}
      </label>
    </>
  );
}

function Report({ counts, report }: { counts: Counts; report: ReportPart[] }) {
  const shown = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      {shown.length === 0 && report.length === 0 && <p className="soft">{words.nothing}</p>}
      <dl className="studio-figures">
        {shown.map(([what, count]) => (
          <div key={what}>
            <dt>{words.counts[what] ?? what}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {(['conflict', 'lost', 'noted', 'skipped', 'draft'] as const).map((kind) => {
        const parts = report.filter((part) => part.kind === kind);
        if (parts.length === 0) return null;
        return (
          <details key={kind} open={kind === 'conflict' || kind === 'lost'}>
            <summary>{words.parts[kind]}</summary>
            <ul className="studio-list">
              {parts.map(({ reason, names, more }) => (
                <li key={`${reason} ${names[0]}`}>
                  <span lang="en">{reason}</span>
                  <ul className="studio-uses">
                    {names.map((name, index) => (
                      // Names may repeat.
                      // oxlint-disable-next-line react/no-array-index-key
                      <li key={index} lang={langOf(name)}>
                        {name}
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

function RunItem({ run: { id, name, site, state, byName, startedAt, counts, pieces } }: { run: Run }) {
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
        {pieces > 0 && state !== 'running' && (
          <a className="chip" href={`${importsPath}?undo=${id}#undo`} aria-label={words.undoOf(name)}>
            {words.undo}
          </a>
        )}
      </span>
    </li>
  );
}

function UndoForm({ id, name, removed, restored, kept }: NonNullable<StudioImportsModel['undo']>) {
  const shownKept = kept.slice(0, 100);
  return (
    <section className="box stack" id="undo" aria-labelledby="undo-heading">
      <h2 id="undo-heading">{words.undoHeading(name)}</h2>
      <dl className="studio-figures">
        {[
          [words.undoRemoved, removed] as const,
          [words.undoRestored, restored] as const,
          [words.undoKept, kept.length] as const,
        ].map(([text, count]) => (
          <div key={text}>
            <dt>{text}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {shownKept.length > 0 && (
        <ul className="studio-list">
          {shownKept.map((piece) => (
            <li key={piece.id}>
              <a href={`/studio/articles/${piece.id}`} lang={langOf(piece.title)}>
                {piece.title}
              </a>
              <span className="studio-meta">
                {words.reasons[piece.reason]}
                {piece.later === null ? '' : ` (${piece.later})`}
              </span>
            </li>
          ))}
          {kept.length > shownKept.length && <li>{words.more(kept.length - shownKept.length)}</li>}
        </ul>
      )}
      <p className="soft">{words.undoNote}</p>
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
