import { redirect } from 'react-router';
import {
  acknowledgeComplaint,
  answerComplaint,
  closeComplaint,
  complaintRoles,
  releaseComplaint,
  takeComplaint,
} from '../../features/studio/desks/act-on-complaint.server.ts';
import * as wire from '../../features/studio/desks/complaints.contract.ts';
import { readComplaint } from '../../features/studio/desks/read-complaints.server.ts';
import { account } from '../../messages/account.ts';
import { complaintsDesk as words } from '../../messages/complaints-desk.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Actor } from '../../features/studio/studio.policy.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { linesOf } from '../community/check-words.ts';
import { servedPage } from '../served-page.tsx';
import { type ComplaintSent, type StudioComplaintModel, StudioComplaintView } from './studio-complaint-view.tsx';
import { complaintsPath } from './studio-complaints-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere, owesFactor } from './studio-staff.server.ts';

function numberIn(text: string | undefined): number {
  const parsed = wire.complaintParams.safeParse({ id: text });
  if (!parsed.success) throw notFound('page');
  return parsed.data.id;
}

export const loader = ownLoader<ComplaintSent>(async ({ services, url, viewer, params, sent }) => {
  const actor = await deskHere(services, viewer, url, complaintRoles);
  const done = url.searchParams.get('done');
  return {
    model: {
      complaint: await readComplaint(services, numberIn(params.piece)),
      me: actor.id!,
      nav: studioNavOf(actor),
      done: done === 'mail' || done === 'phone' || done === 'act' ? done : null,
      sent,
    } satisfies StudioComplaintModel,
  };
});

/** Each button is a form of its own, and says what its reader saw. */
export const action = ownAction<ComplaintSent>({
  typed: ['text', 'reason'],
  comeBack: (form) => ({ ...typedIn(form), field: null, problem: account.again.back, isKept: true }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, params, form }) => {
    const actor = await deskHere(services, viewer, url, complaintRoles);
    const id = numberIn(params.piece);
    try {
      const done = await act(services, actor, id, form);
      if (typeof done === 'object') return { status: 400, ...typedIn(form), ...done };
      return redirect(`${complaintsPath}/${id}?done=${done}`, 303);
    } catch (error) {
      if (!isAppError(error) || error.status !== 409) throw error;
      return { status: 409, field: null, problem: error.message, ...typedIn(form) };
    }
  },
});

const typedIn = (form: URLSearchParams) => ({ text: linesOf(form.get('text')), reason: linesOf(form.get('reason')) });

async function act(services: PageServices, actor: Actor, id: number, form: URLSearchParams) {
  const answersSeen = Number(form.get('answersSeen') ?? Number.NaN);
  switch (form.get('go')) {
    case 'take': {
      const input = wire.takeInput.safeParse({ from: form.get('from') || null });
      if (!input.success) throw notFound('page');
      await takeComplaint(services, actor, id, input.data.from);
      return 'act';
    }
    case 'release':
      await releaseComplaint(services, actor, id);
      return 'act';
    case 'acknowledge':
      await acknowledgeComplaint(services, actor, id);
      return 'act';
    case 'close': {
      const input = wire.closeInput.safeParse({ reason: linesOf(form.get('reason')), answersSeen });
      if (!input.success) return { field: 'reason' as const, problem: words.reasonNeeded };
      await closeComplaint(services, actor, id, input.data.reason, answersSeen);
      return 'act';
    }
    case 'interim':
    case 'decide': {
      const isInterim = form.get('go') === 'interim';
      const input = wire.answerInput.safeParse({ text: linesOf(form.get('text')), isInterim, answersSeen });
      if (!input.success) return { field: 'text' as const, problem: words.textNeeded };
      const { isMailed } = await answerComplaint(services, actor, id, input.data);
      return isMailed ? 'mail' : 'phone';
    }
    default:
      throw notFound('page');
  }
}

export default servedPage(ownView(StudioComplaintView), 'wrap studio');
