import type { ImportJobOptions, ImportJobProblem, ReportPart } from '../../database/schema.ts';
import { importsDesk as words } from '../../messages/imports-desk.ts';
import { langOf } from '../../ui/format.ts';
import { Field } from '../../ui/field.tsx';
import { Island } from '../../ui/island.tsx';
import { ImportFindings, type ImportCounts } from './studio-imports-report.tsx';
import { importsPath, type ImportRunShown, RunItem, UndoForm, type UndoShown } from './studio-imports-runs.tsx';
import { Done, DeskHead, type StudioNavModel } from './studio-parts.tsx';
import { Options } from '../../ui/options.tsx';

type Job = {
  id: number;
  task: 'check' | 'import' | 'undo';
  state: 'waiting' | 'running' | 'done' | 'failed';
  name: string;
  progress: number;
  counts: ImportCounts;
  report: ReportPart[];
  problem: ImportJobProblem | null;
  problemText: string | null;
  options: ImportJobOptions;
  hasFile: boolean;
};
export type StudioImportsModel = {
  nav: StudioNavModel;
  person: string;
  job: Job | null;
  runs: ImportRunShown[];
  categories: { key: string; name: string }[];
  undo: UndoShown | null;
  shown: { id: number; name: string; counts: ImportCounts; report: ReportPart[] } | null;
  isAsked: boolean;
  problem: string | null;
};

const kinds = 'Ghost: JSON, WordPress: XML, Hugo: JSONL, myScheme: JSONL, CSV; .gz';

/** Importing other sites: dry run, import, the runs so far, and undoing one. */
export function StudioImportsView(model: StudioImportsModel) {
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
      {!isOn && <ImportFindings counts={counts} report={report} />}
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
