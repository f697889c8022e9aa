import { redirect } from 'react-router';
import * as wire from '../features/studio/desks/searches.contract.ts';
import { hideSearch, readSearches, searchRoles } from '../features/studio/desks/searches.server.ts';
import { mayBegin } from '../features/studio/studio.policy.ts';
import { beginPiece } from '../features/studio/write-piece.server.ts';
import { notFound } from '../platform/errors.ts';
import { pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { searchesPath, type StudioSearchesModel, StudioSearchesView } from './studio-searches-view.tsx';
import { deskHere } from './studio-staff.server.ts';

export const handle: Handle = { place: 'me' };
const daysIn = (url: URL) => (url.searchParams.get('days') === '30' ? 30 : 7);

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, searchRoles);
  const days = daysIn(url);
  return {
    model: {
      days,
      searches: await readSearches(services, days),
      canWrite: mayBegin(actor, 'articles'),
      isHidden: url.searchParams.has('done'),
      nav: studioNavOf(actor),
    } satisfies StudioSearchesModel,
  };
});

/** 'Write it' begins a draft with that title; 'Hide' takes the search off the desk. */
export const action = pageAction(async ({ services, url, viewer, form }) => {
  const actor = await deskHere(services, viewer, url, searchRoles);
  const input = wire.hideInput.safeParse({ text: form.get('text') });
  if (!input.success) throw notFound('page');
  if (form.get('go') === 'write') {
    const { id } = await beginPiece(services, actor, 'articles', { title: input.data.text });
    return redirect(`/studio/articles/${id}`, 303);
  }
  if (form.get('go') !== 'hide') throw notFound('page');
  await hideSearch(services, actor, input.data.text);
  return redirect(`${searchesPath}?days=${daysIn(url)}&done=1`, 303);
});

export default function StudioSearchesPage() {
  return <ServedPage view={StudioSearchesView} className="wrap studio" />;
}
