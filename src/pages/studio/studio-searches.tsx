import { redirect } from 'react-router';
import { answerSearch, readAnswered, unanswerSearch } from '../../features/studio/desks/answer-search.server.ts';
import * as wire from '../../features/studio/desks/searches.contract.ts';
import { hideSearch, readSearches, searchRoles } from '../../features/studio/desks/searches.server.ts';
import { listPieces } from '../../features/studio/pieces/list-pieces.server.ts';
import { type Actor, hasOne, mayBegin } from '../../features/studio/studio.policy.ts';
import { beginPiece } from '../../features/studio/pieces/write-piece.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { storable } from '../../platform/text/storable.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { searchesPath, type StudioSearchesModel, StudioSearchesView } from './studio-searches-view.tsx';
import { deskHere } from './studio-staff.server.ts';

const daysIn = (url: URL) => (url.searchParams.get('days') === '30' ? 30 : 7);

/** Live pieces whose titles have these words, for a search that one of them answers. */
async function choiceHere(services: PageServices, actor: Actor, url: URL): Promise<StudioSearchesModel['choice']> {
  const of = wire.answerInput.shape.text.safeParse(url.searchParams.get('of'));
  if (!of.success) return null;
  const q = storable(url.searchParams.get('q') ?? '')
    .trim()
    .slice(0, 200);
  const found = await Promise.all(
    wire.answerKinds.map(async (kind) =>
      q === '' ? [] : (await listPieces(services.connection.db, actor, kind, { q, pageSize: 10 })).data,
    ),
  );
  const pieces = found.flat().filter(({ live }) => live !== null);
  return { text: of.data, q, pieces: pieces.map(({ kind, id, title }) => ({ kind, id, title })) };
}

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, searchRoles);
  const days = daysIn(url);
  return {
    model: {
      days,
      searches: await readSearches(services, days),
      answered: await readAnswered(services),
      choice: await choiceHere(services, actor, url),
      canWrite: mayBegin(actor, 'articles'),
      canChange: hasOne(actor, ['editor', 'admin']),
      done: doneOf(url.searchParams.get('done')),
      nav: studioNavOf(actor),
    } satisfies StudioSearchesModel,
  };
});

const dones = ['hidden', 'answered', 'taken'] as const;
const doneOf = (said: string | null) => dones.find((one) => one === said) ?? null;

/**
 * 'Write it' begins a draft with that title; 'It is there' and 'Use their words' give the words to a piece, and the latter
 * opens it; 'Hide' takes the search off the desk.
 */
export const action = pageAction(async ({ services, url, viewer, form }) => {
  const actor = await deskHere(services, viewer, url, searchRoles);
  const go = form.get('go');
  const back = (done: (typeof dones)[number]) => redirect(`${searchesPath}?days=${daysIn(url)}&done=${done}`, 303);
  if (go === 'there' || go === 'say' || go === 'take-away') {
    const [kind, id] = (form.get('piece') ?? '').split(' ');
    const input = wire.answerInput.safeParse({ text: form.get('text'), kind, id: Number(id) });
    if (!input.success) throw notFound('page');
    await (go === 'take-away' ? unanswerSearch : answerSearch)(services, actor, input.data);
    const { text } = input.data;
    if (go === 'say') return redirect(`/studio/${kind}/${id}?${new URLSearchParams({ say: text.trim() })}`, 303);
    return back(go === 'take-away' ? 'taken' : 'answered');
  }
  const input = wire.hideInput.safeParse({ text: form.get('text') });
  if (!input.success) throw notFound('page');
  if (go === 'write') {
    const { id } = await beginPiece(services, actor, 'articles', { title: input.data.text });
    return redirect(`/studio/articles/${id}`, 303);
  }
  if (go !== 'hide') throw notFound('page');
  await hideSearch(services, actor, input.data.text);
  return back('hidden');
});

export default servedPage(StudioSearchesView, 'wrap studio');
