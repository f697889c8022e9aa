import { redirect } from 'react-router';
import { decideAppeal } from '../features/moderation/appeal.server.ts';
import { decisionInput } from '../features/moderation/appeals.contract.ts';
import { listAppeals } from '../features/moderation/appeals.queries.server.ts';
import { complaintRoles } from '../features/studio/desks/act-on-complaint.server.ts';
import { appeals } from '../messages/appeals.ts';
import { isAppError, notFound } from '../platform/errors.ts';
import { needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/communities/communities.css';
import '../features/studio/editor/studio.css';
import { linesOf } from './community/check-words.ts';
import { pageIn } from './page-in.ts';
import { ServedPage } from './served-page.tsx';
import {
  type AppealSent,
  type AppealsModel,
  appealsPath,
  StudioAppealsView,
} from './studio-moderation-appeals-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader<AppealSent>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  const status = url.searchParams.get('status') === 'decided' ? 'decided' : 'open';
  const list = await listAppeals(services.connection.db, actor.id!, { status, page: pageIn(url), pageSize: 20 });
  const isDone = url.searchParams.has('done') && !sent;
  return { model: { list, status, sent: sent ?? null, isDone, nav: studioNavOf(actor) } satisfies AppealsModel };
});

export const action = pageAction<AppealSent>(async ({ services, url, viewer, form }) => {
  await deskHere(services, viewer, url, complaintRoles);
  const [id, decision, answer] = [form.get('id') ?? '', form.get('decision') ?? '', linesOf(form.get('answer'))];
  if (!/^[1-9]\d{0,8}$/.test(id)) throw notFound('page');
  const refuse = (status: number, problem: string): AppealSent => ({
    status,
    id: Number(id),
    decision,
    answer,
    problem,
  });
  const input = decisionInput.safeParse({ decision, answer });
  if (!input.success) return refuse(400, appeals.desk.answerNeeded);
  try {
    await decideAppeal(services, needsViewer(viewer, url), Number(id), input.data);
    return redirect(`${appealsPath}?done=1`, 303);
  } catch (error) {
    if (!isAppError(error) || error.status === 404) throw error;
    return refuse(error.status, error.message);
  }
});

export default function StudioAppealsPage() {
  return <ServedPage view={StudioAppealsView} className="wrap studio" />;
}
