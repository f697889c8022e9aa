import { redirect } from 'react-router';
import { openAppeal } from '../../features/moderation/appeal.server.ts';
import { appealInput } from '../../features/moderation/appeals.contract.ts';
import { account } from '../../messages/account.ts';
import { moderation as words } from '../../messages/moderation.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/communities/communities.css';
import { ownAction, ownLoader, type OwnArgs } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { linesOf } from './check-words.ts';
import { readLog } from './moderation-log.server.ts';
import { ModerationLogView, type ModerationLogModel } from './moderation-log-view.tsx';
import { servedPage } from '../served-page.tsx';

type LogSent = Sent & NonNullable<ModerationLogModel['sent']>;

export const loader = ownLoader(async ({ services, url, viewer, sent }: OwnArgs<LogSent>) => {
  return {
    model: {
      ...(await readLog(services, viewer, url)),
      isSent: url.searchParams.has('sent') && !sent,
      sent: sent ?? null,
    } satisfies ModerationLogModel,
  };
});

const typedIn = (form: URLSearchParams) => ({ actId: Number(form.get('act')), text: linesOf(form.get('text')) });

export const action = ownAction<LogSent>({
  typed: ['text'],
  comeBack: (form) => ({ ...typedIn(form), problem: account.again.back }),
  act: async ({ services, form, viewer }) => {
    const typed = typedIn(form);
    const refuse = (status: number, problem: string): LogSent => ({ ...typed, status, problem });
    if (!Number.isSafeInteger(typed.actId) || typed.actId < 1) throw notFound('page');
    const input = appealInput.safeParse(typed);
    if (!input.success) return refuse(400, words.textNeeded);
    try {
      await services.limits.reports(viewer.userId);
      await openAppeal(services, viewer, input.data);
      return redirect('/moderation/log?sent=1', 303);
    } catch (error) {
      if (!isAppError(error) || error.status === 404) throw error;
      return refuse(error.status, error.message);
    }
  },
});

export default servedPage(ownView(ModerationLogView));
