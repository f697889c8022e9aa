import { redirect } from 'react-router';
import * as wire from '../../features/studio/desks/scams.contract.ts';
import { readScamDesk, scamEditors, scamReaders, settleTold } from '../../features/studio/desks/scams.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';
import { type StudioToldScamsModel, StudioToldScamsView, toldScamsPath } from './studio-told-scams-view.tsx';

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, scamReaders);
  const done = url.searchParams.get('done');
  return {
    model: {
      ...(await readScamDesk(services)),
      maySettle: hasOne(actor, scamEditors),
      notice: done === 'gone' ? 'gone' : done === null ? null : 'done',
      nav: studioNavOf(actor),
    } satisfies StudioToldScamsModel,
  };
});

export const action = pageAction(async ({ services, url, viewer, form }) => {
  const actor = await deskHere(services, viewer, url, scamEditors);
  const input = wire.settleInput.safeParse({ as: form.get('as') });
  const id = form.get('id') ?? '';
  if (!input.success || !/^[1-9]\d{0,8}$/.test(id)) throw notFound('page');
  try {
    const { pieceId } = await settleTold(services, actor, Number(id), input.data.as);
    return redirect(pieceId === null ? `${toldScamsPath}?done=1` : `/studio/scams/${pieceId}`, 303);
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return redirect(`${toldScamsPath}?done=gone`, 303);
  }
});

export default servedPage(StudioToldScamsView, 'wrap studio');
