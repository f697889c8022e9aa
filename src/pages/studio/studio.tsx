import { redirect } from 'react-router';
import { readWork } from '../../features/studio/desks/desk.queries.server.ts';
import { beginFactor, factorBeingAdded, giveFactorCode } from '../../features/studio/people/second-factor.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { studio as words } from '../../messages/studio.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import { isForStaff, safeRedirect } from '../../platform/http/safe-redirect.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { staffHere } from './studio-staff.server.ts';
import { type StudioModel, StudioView } from './studio-view.tsx';

type SentHere = Sent & { secret: { secret: string; url: string } | null; problem: string | null };

export const loader = personalLoader<SentHere>(async ({ services, url, viewer: asker, sent }) => {
  const { viewer, roles, factor, isLacking } = await staffHere(services, asker, url);
  const actor = { id: viewer.userId, roles };
  const isWorker = hasOne(actor, ['writer', 'editor', 'checker', 'admin']);
  // A moderator's work is at /moderation: no piece is theirs.
  if (!isLacking && !isWorker) throw redirect('/moderation', 303);
  const model: StudioModel = isLacking
    ? {
        work: null,
        nav: null,
        factor: { isMissing: factor === 'missing', secret: sent?.secret ?? null, problem: sent?.problem ?? null },
      }
    : { work: await readWork(services, actor), nav: studioNavOf(actor), person: viewer.userId, factor: null };
  return { model };
});

/** Adds the second factor, and takes its code. */
export const action = pageAction<SentHere>(async ({ services, url, viewer: asker, form }) => {
  const { viewer } = await staffHere(services, asker, url);
  if (form.get('go') === 'add') return { secret: await beginFactor(services, viewer), problem: null };
  const code = (form.get('code') ?? '').replaceAll(/\s/g, '');
  try {
    await giveFactorCode(services, viewer, code.slice(0, 20));
  } catch (error) {
    // The session has ended: the page asks to sign in.
    if (isAppError(error) && error.status === 401) throw redirect('/studio', 303);
    if (!isAppError(error) || error.code !== 'code_invalid') throw error;
    // Whoever has not added the key yet still needs it.
    return { status: 400, secret: await factorBeingAdded(services, viewer), problem: words.factor.wrong };
  }
  const target = safeRedirect(url.searchParams.get('redirect'), services.config.publicOrigin);
  throw redirect(isForStaff(target) ? target : '/studio', 303);
});

export default servedPage(StudioView, 'wrap studio');
