import { redirect } from 'react-router';
import { importOptions } from '../../features/importing/desk/imports-desk.contract.ts';
import { askAgain, askUndo } from '../../features/importing/desk/import-jobs.server.ts';
import { listSubjects } from '../../features/categories/categories.queries.server.ts';
import { readImportsDesk } from '../../features/importing/desk/read-desk.server.ts';
import { getImportRun } from '../../features/importing/runs/import-runs.server.ts';
import { isOfDump, isOfFolder, planUndo } from '../../features/importing/runs/undo-run.server.ts';
import { admins } from '../../features/studio/studio.policy.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { numberIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import { importsPath } from './studio-imports-runs.tsx';
import { type StudioImportsModel, StudioImportsView } from './studio-imports-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';
import { problemOf } from '../../platform/wire/plain-problems.ts';

type SentHere = Sent & { problem: string };

async function undoHere(services: PageServices, id: number | null): Promise<StudioImportsModel['undo']> {
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

async function reportHere(services: PageServices, id: number | null): Promise<StudioImportsModel['shown']> {
  if (id === null) return null;
  const { name, counts, report } = await getImportRun(services.connection.db, id);
  return { id, name, counts, report };
}

export const loader = personalLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, admins);
  const { job, runs } = await readImportsDesk(services);
  return {
    model: {
      nav: studioNavOf(actor),
      person: actor.id!,
      job: job && {
        id: job.id,
        task: job.task,
        state: job.state,
        name: job.name,
        progress: job.progress,
        counts: job.counts,
        report: job.report,
        problem: job.problem,
        problemText: job.problemText,
        options: job.options,
        hasFile: job.file !== null,
      },
      runs,
      categories: await listSubjects(services.connection.db),
      undo: await undoHere(services, numberIn(url.searchParams.get('undo'))),
      shown: await reportHere(services, numberIn(url.searchParams.get('run'))),
      isAsked: url.searchParams.get('done') === 'asked',
      problem: sent?.problem ?? null,
    } satisfies StudioImportsModel,
  };
});

/** Import, another dry run, undo: asked for here, done off the request. */
export const action = pageAction<SentHere>(async ({ services, url, viewer, form }) => {
  const actor = await deskHere(services, viewer, url, admins);
  const [go, job, run] = [form.get('go'), numberIn(form.get('job')), numberIn(form.get('run'))];
  const fields = Object.fromEntries([...form].filter(([name]) => name in importOptions.shape));
  try {
    if (go === 'import' && job !== null) await askAgain(services, actor, job, { task: 'import' });
    else if (go === 'check' && job !== null) {
      const options = importOptions.safeParse(fields);
      if (!options.success) return { status: 400, problem: wordProblem(problemOf(options.error.issues[0]!)) };
      await askAgain(services, actor, job, { task: 'check', options: options.data });
    } else if (go === 'undo' && run !== null) await askUndo(services, actor, run);
    else throw notFound('page');
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return { status: 409, problem: error.message };
  }
  return redirect(`${importsPath}?done=asked#now`, 303);
});

export default servedPage(StudioImportsView, 'wrap studio');
