import { redirect } from 'react-router';
import { captionClip, describeMedia, listMedia, removeMedia } from '../features/studio/media/media-desk.server.ts';
import { captionsInput, mediaInput, mediaNamed, mediaQuery } from '../features/studio/studio.contract.ts';
import { studioEditor } from '../messages/studio-editor.ts';
import { isAppError, notFound } from '../platform/errors.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { type MediaProblem, StudioMediaView, type StudioMediaModel } from './studio-media-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { workerHere } from './studio-staff.server.ts';

type SentHere = Sent & { problem: MediaProblem };

export const handle: Handle = { place: 'me' };

export const loader = personalLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await workerHere(services, viewer, url);
  const { done, ...query } = Object.fromEntries(url.searchParams);
  const filter = mediaQuery.safeParse(query);
  if (!filter.success) throw notFound('page');
  const list = await listMedia(services, actor, { ...filter.data, pageSize: 24 });
  return {
    model: {
      ...list,
      nav: studioNavOf(actor),
      person: actor.id!,
      maySend: actor.roles.some((role) => ['writer', 'editor', 'admin'].includes(role)),
      kind: filter.data.kind ?? null,
      isUndescribed: filter.data.without !== undefined,
      done: (['saved', 'removed', 'sent'] as const).find((one) => one === done) ?? null,
      problem: sent?.problem ?? null,
    } satisfies StudioMediaModel,
  };
});

/** Description and credit, captions, erasing: each a form of its own. */
export const action = pageAction<SentHere>(async ({ services, url, viewer, form }) => {
  const actor = await workerHere(services, viewer, url);
  const fields = Object.fromEntries(
    ['path', 'description', 'credit', 'text'].map((name) => [name, form.get(name) ?? '']),
  );
  const { path = '', description = '', credit = '', text = '' } = fields;
  const go = form.get('go');
  const back = (done: string) => {
    url.searchParams.set('done', done);
    return redirect(`/studio/media${url.search}`, 303);
  };
  try {
    if (go === 'captions') {
      const input = captionsInput.safeParse({ path, text });
      if (input.success) await captionClip(services, actor, input.data);
      return input.success ? back('saved') : wrong();
    }
    if (go === 'remove') {
      const input = mediaNamed.safeParse({ path });
      if (input.success) await removeMedia(services, actor, input.data.path);
      return input.success ? back('removed') : wrong();
    }
    const input = mediaInput.safeParse({ path, description: description.trim(), credit: credit.trim() });
    if (input.success) await describeMedia(services, actor, input.data);
    return input.success ? back('saved') : wrong();
  } catch (error) {
    if (!isAppError(error) || ![400, 409].includes(error.status)) throw error;
    return { ...wrong(error.message), status: error.status };
  }

  function wrong(message = studioEditor.why.invalid): SentHere {
    return {
      status: 400,
      problem: { path, go: go === 'captions' || go === 'remove' ? go : 'describe', message, text },
    };
  }
});

export default function StudioMediaPage() {
  return <ServedPage view={StudioMediaView} className="wrap studio" />;
}
