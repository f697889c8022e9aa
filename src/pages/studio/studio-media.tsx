import { redirect } from 'react-router';
import { captionClip, describeMedia, listMedia, removeMedia } from '../../features/studio/media/media-desk.server.ts';
import { captionsInput, mediaInput, mediaNamed, mediaQuery } from '../../features/studio/studio.contract.ts';
import { account } from '../../messages/account.ts';
import { studioEditor } from '../../messages/studio-editor.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import type { Actor } from '../../features/studio/studio.policy.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { servedPage } from '../served-page.tsx';
import { type MediaProblem, StudioMediaView, type StudioMediaModel } from './studio-media-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { owesFactor, workerHere } from './studio-staff.server.ts';

type SentHere = Sent & { problem: MediaProblem };

export const loader = ownLoader<SentHere>(async ({ services, url, viewer, sent }) => {
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

function typedIn(form: URLSearchParams): Omit<MediaProblem, 'message'> {
  const [path, description, credit, text] = ['path', 'description', 'credit', 'text'].map(
    (name) => form.get(name) ?? '',
  );
  const go = form.get('go');
  return {
    path: path!,
    go: go === 'captions' || go === 'remove' ? go : 'describe',
    description: description!.trim(),
    credit: credit!.trim(),
    text: text!,
  };
}

/** Description and credit, captions, erasing: each a form of its own. */
export const action = ownAction<SentHere>({
  typed: ['description', 'credit', 'text'],
  comeBack: (form) => ({ problem: { ...typedIn(form), message: account.again.back } }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, form }) => {
    const actor = await workerHere(services, viewer, url);
    const typed = typedIn(form);
    const wrong = (status = 400, message = studioEditor.why.invalid): SentHere => ({
      status,
      problem: { ...typed, message },
    });
    try {
      const done = await change(services, actor, typed);
      if (done === null) return wrong();
      url.searchParams.set('done', done);
      return redirect(`/studio/media${url.search}`, 303);
    } catch (error) {
      if (!isAppError(error) || ![400, 409].includes(error.status)) throw error;
      return wrong(error.status, error.message);
    }
  },
});

/** @returns null where it was refused as typed */
async function change(
  services: PageServices,
  actor: Actor,
  { path, go, description, credit, text }: ReturnType<typeof typedIn>,
): Promise<'saved' | 'removed' | null> {
  if (go === 'remove') {
    const input = mediaNamed.safeParse({ path });
    if (input.success) await removeMedia(services, actor, input.data.path);
    return input.success ? 'removed' : null;
  }
  if (go === 'captions') {
    const input = captionsInput.safeParse({ path, text });
    if (input.success) await captionClip(services, actor, input.data);
    return input.success ? 'saved' : null;
  }
  const input = mediaInput.safeParse({ path, description, credit });
  if (input.success) await describeMedia(services, actor, input.data);
  return input.success ? 'saved' : null;
}

export default servedPage(ownView(StudioMediaView), 'wrap studio');
