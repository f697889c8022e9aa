import { redirect } from 'react-router';
import { actOnFact, listOwners, readFacts } from '../../features/studio/desks/facts.server.ts';
import { listBrokenLinks } from '../../features/publishing/links/check-links.server.ts';
import * as wire from '../../features/studio/desks/freshness.contract.ts';
import { checkPiece, freshnessRoles, readFreshness } from '../../features/studio/desks/freshness.server.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { pageAction, personalLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { addressWith } from '../../ui/pager.tsx';
import { servedPage } from '../served-page.tsx';
import { freshnessPath, type StudioFreshnessModel, StudioFreshnessView } from './studio-freshness-view.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';
import { pageIn } from '../page-in.ts';

type SentHere = Sent & { problem: string };

function choicesIn(url: URL) {
  return {
    state: wire.freshnessStates.find((one) => one === url.searchParams.get('state')) ?? 'overdue',
    kind: wire.checkedAs.find((one) => one === url.searchParams.get('kind')) ?? null,
    page: pageIn(url),
  };
}

export const loader = personalLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await deskHere(services, viewer, url, freshnessRoles);
  const { state, kind, page } = choicesIn(url);
  const list = await readFreshness(services, { state, kind: kind ?? undefined, page, pageSize: 30 });
  return {
    model: {
      ...list,
      state,
      kind,
      links: await listBrokenLinks(services.connection.db, 50),
      facts: await readFacts(services),
      owners: await listOwners(services),
      nav: studioNavOf(actor),
      isNoted: url.searchParams.has('done') && !sent,
      problem: sent?.problem ?? null,
    } satisfies StudioFreshnessModel,
  };
});

/** 'Checked today, still right'. */
export const action = pageAction<SentHere>(async ({ services, url, viewer, form }) => {
  const actor = await deskHere(services, viewer, url, freshnessRoles);
  const fact = form.get('fact');
  if (fact !== null) {
    const owner = form.get('owner');
    const asked = wire.factInput.safeParse({
      key: fact,
      ...(form.get('go') === 'own' ? { owner: owner === '' ? null : owner } : {}),
    });
    if (!asked.success) throw notFound('page');
    await actOnFact(services, actor, asked.data);
    return redirect(
      `${addressWith(freshnessPath, { ...choicesIn(url), kind: choicesIn(url).kind ?? '', done: '1' })}#facts`,
      303,
    );
  }
  const input = wire.checkInput.safeParse({ kind: form.get('kind'), id: Number(form.get('id')) });
  if (!input.success) throw notFound('page');
  try {
    await checkPiece(services, actor, input.data);
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return { status: 409, problem: error.message };
  }
  const { state, kind, page } = choicesIn(url);
  return redirect(addressWith(freshnessPath, { state, kind: kind ?? '', page, done: '1' }), 303);
});

export default servedPage(StudioFreshnessView, 'wrap studio');
