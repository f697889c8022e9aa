import { redirect } from 'react-router';
import { openAppeal } from '../features/moderation/appeal.server.ts';
import { appealInput } from '../features/moderation/appeals.contract.ts';
import { appeals as words } from '../messages/appeals.ts';
import { isAppError, notFound } from '../platform/errors.ts';
import { needsViewer, pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/communities/communities.css';
import { linesOf } from './community/check-words.ts';
import { readLog } from './community/moderation-log.server.ts';
import { ModerationLogView, type ModerationLogModel } from './community/moderation-log-view.tsx';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

type LogSent = Sent & NonNullable<ModerationLogModel['sent']>;

export const loader = personalLoader<LogSent>(async ({ services, url, viewer: asker, sent }) => {
  const viewer = needsViewer(asker, url);
  return {
    model: {
      ...(await readLog(services, viewer, url)),
      isSent: url.searchParams.has('sent') && !sent,
      sent: sent ?? null,
    } satisfies ModerationLogModel,
  };
});

export const action = pageAction<LogSent>(async ({ services, form, url, viewer: asker }) => {
  const viewer = needsViewer(asker, url);
  const text = linesOf(form.get('text'));
  const actId = Number(form.get('act'));
  const refuse = (status: number, problem: string): LogSent => ({ status, actId, text, problem });
  if (!Number.isSafeInteger(actId) || actId < 1) throw notFound('page');
  const input = appealInput.safeParse({ actId, text });
  if (!input.success) return refuse(400, words.textNeeded);
  try {
    await services.limits.reports(viewer.userId);
    await openAppeal(services, viewer, input.data);
    return redirect('/moderation/log?sent=1', 303);
  } catch (error) {
    if (!isAppError(error) || error.status === 404) throw error;
    return refuse(error.status, error.message);
  }
});

export default function ModerationLogPage() {
  return <ServedPage view={ModerationLogView} />;
}
