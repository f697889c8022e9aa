import { redirect } from 'react-router';
import { decideAppeal } from '../../features/moderation/appeal.server.ts';
import { decisionInput } from '../../features/moderation/appeals.contract.ts';
import { listAppeals } from '../../features/moderation/appeals.queries.server.ts';
import { complaintRoles } from '../../features/studio/desks/act-on-complaint.server.ts';
import { account } from '../../messages/account.ts';
import { appeals } from '../../messages/appeals.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { linesOf } from '../community/check-words.ts';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';
import {
  type AppealSent,
  type AppealsModel,
  appealsPath,
  StudioAppealsView,
} from './studio-moderation-appeals-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere, owesFactor } from './studio-staff.server.ts';

export const loader = ownLoader<AppealSent>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  const status = url.searchParams.get('status') === 'decided' ? 'decided' : 'open';
  const list = await listAppeals(services.connection.db, actor.id!, { status, page: pageIn(url), pageSize: 20 });
  const isDone = url.searchParams.has('done') && !sent;
  return { model: { list, status, sent: sent ?? null, isDone, nav: studioNavOf(actor) } satisfies AppealsModel };
});

const typedIn = (form: URLSearchParams) => ({
  id: Number(form.get('id')),
  decision: form.get('decision') ?? '',
  answer: linesOf(form.get('answer')),
});

export const action = ownAction<AppealSent>({
  typed: ['answer'],
  comeBack: (form) => ({ ...typedIn(form), problem: account.again.back }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, form }) => {
    await deskHere(services, viewer, url, complaintRoles);
    const typed = typedIn(form);
    if (!/^[1-9]\d{0,8}$/.test(form.get('id') ?? '')) throw notFound('page');
    const refuse = (status: number, problem: string): AppealSent => ({ ...typed, status, problem });
    const input = decisionInput.safeParse({ decision: typed.decision, answer: typed.answer });
    if (!input.success) return refuse(400, appeals.desk.answerNeeded);
    try {
      await decideAppeal(services, viewer, typed.id, input.data);
      return redirect(`${appealsPath}?done=1`, 303);
    } catch (error) {
      if (!isAppError(error) || error.status === 404) throw error;
      return refuse(error.status, error.message);
    }
  },
});

export default servedPage(ownView(StudioAppealsView), 'wrap studio');
