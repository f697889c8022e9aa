import { redirect } from 'react-router';
import { isModerator } from '../features/communities/communities.policy.ts';
import { moderate, presentAct } from '../features/moderation/moderate.server.ts';
import { listActs } from '../features/moderation/moderation-log.queries.server.ts';
import { actInput } from '../features/moderation/moderation.contract.ts';
import { listQueue } from '../features/moderation/moderation.queries.server.ts';
import { forbidden } from '../features/sessions/viewer-hook.server.ts';
import { community as c } from '../messages/community.ts';
import { needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../ui/thread.css';
import { wordsFor } from './community/act-on-question.server.ts';
import { linesOf } from './community/check-words.ts';
import { type ModerationModel, type ModerationSent, ModerationView } from './community/moderation-view.tsx';
import { pageIn } from './community/page-in.ts';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

function needsModerator(asker: Viewer | null, url: URL): Viewer {
  const viewer = needsViewer(asker, url);
  if (!isModerator(viewer)) throw forbidden();
  return viewer;
}

export const loader = personalLoader<ModerationSent>(
  async ({
    services: {
      connection: { db },
    },
    url,
    viewer,
    sent,
  }) => {
    needsModerator(viewer, url);
    const queue = await listQueue(db, { page: pageIn(url), pageSize: 20 });
    const logs = new Map(
      await Promise.all(
        queue.data.map(
          async ({ entityType, entityId }) =>
            [`${entityType}-${entityId}`, (await listActs(db, entityType, entityId)).map(presentAct)] as const,
        ),
      ),
    );
    return { model: { queue, logs, sent, isDone: url.searchParams.has('done') && !sent } satisfies ModerationModel };
  },
);

export const action = pageAction<ModerationSent>(async ({ services, form, url, viewer: asker }) => {
  const viewer = needsModerator(asker, url);
  const post = form.get('post') ?? '';
  const [entityType, entityId] = post.split('-');
  const [act, reason, days] = [form.get('act') ?? '', linesOf(form.get('reason')), form.get('days') ?? ''];
  const refuse = (status: number, problem: string): ModerationSent => ({ status, post, problem, act, reason, days });
  const input = actInput.safeParse({
    entityType,
    entityId: Number(entityId),
    act,
    reason,
    ...(act === 'SUSPEND' ? { days: Number(days) } : {}),
  });
  if (!input.success) {
    const fields = new Set(input.error.issues.map(({ path }) => path[0]));
    return refuse(
      400,
      fields.has('act')
        ? c.moderation.actNeeded
        : fields.has('reason')
          ? c.moderation.reasonNeeded
          : fields.has('days')
            ? c.moderation.daysNeeded
            : c.badRequest,
    );
  }
  try {
    await moderate(services, viewer, input.data);
    return redirect('/moderation?done=1', 303);
  } catch (error) {
    const { status, words } = wordsFor(error);
    return refuse(status, words);
  }
});

export default function ModerationPage() {
  return <ServedPage view={import.meta.env.SSR && ModerationView} />;
}
