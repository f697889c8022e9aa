import { redirect } from 'react-router';
import { answerSearch, readAnswered, unanswerSearch } from '../../features/studio/desks/answer-search.server.ts';
import * as wire from '../../features/studio/desks/searches.contract.ts';
import { hideSearch, readSearches, searchRoles } from '../../features/studio/desks/searches.server.ts';
import { listPieces } from '../../features/studio/pieces/list-pieces.server.ts';
import { type Actor, hasOne, mayBegin } from '../../features/studio/studio.policy.ts';
import { beginPiece } from '../../features/studio/pieces/write-piece.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { searchesDesk as words } from '../../messages/searches-desk.ts';
import { langOf } from '../../ui/format.ts';
import { addressWith } from '../../ui/pager.tsx';
import { deskPage, Done, DeskHead, Links } from './studio-parts.tsx';
import { deskAction, deskLoader } from './studio-staff.server.ts';
import { choiceIn } from '../page-in.ts';

/** The search whose piece is being chosen. */
type Choosing = { text: string; q: string; pieces: { kind: string; id: number; title: string }[] };

const searchesPath = '/studio/searches';

const daysIn = (url: URL) => (url.searchParams.get('days') === '30' ? 30 : 7);

/** Live pieces whose titles have these words, for a search that one of them answers. */
async function choiceHere(services: PageServices, actor: Actor, url: URL): Promise<Choosing | null> {
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

const dones = ['hidden', 'answered', 'taken'] as const;

export const loader = deskLoader(searchRoles, async ({ services, url, actor }) => {
  const days = daysIn(url);
  return {
    days,
    searches: await readSearches(services, days),
    answered: await readAnswered(services),
    choice: await choiceHere(services, actor, url),
    canWrite: mayBegin(actor, 'articles'),
    canChange: hasOne(actor, ['editor', 'admin']),
    done: choiceIn(url, 'done', dones),
  };
});

type Model = ModelOf<typeof loader>;

/**
 * 'Write it' begins a draft with that title; 'It is there' and 'Use their words' give the words to a piece, and the latter
 * opens it; 'Hide' takes the search off the desk.
 */
export const action = deskAction(searchRoles, {
  async act({ services, url, actor, form }) {
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
  },
});

/** What readers looked for and did not find, with a way to write it. */
function StudioSearchesView(model: Model) {
  const { days, searches, answered, choice, canWrite, canChange, done, nav } = model;
  return (
    <>
      <DeskHead nav={nav} path={searchesPath} title={words.heading} description={words.describe} />
      {done && <Done>{words[done]}</Done>}
      {choice && <ChoosePiece days={days} canChange={canChange} {...choice} />}
      <p className="soft">{words.note}</p>
      <Links
        label={words.period}
        links={([7, 30] as const).map((one) => ({
          href: `${searchesPath}?days=${one}`,
          text: words.days(one),
          isHere: one === days,
        }))}
      />
      {searches.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-list">
        {searches.map(({ text, visits }) => (
          <li key={text}>
            <b lang={langOf(text)}>{text}</b>
            <span className="studio-meta">
              <span>{words.visits(visits)}</span>
              <a className="link" href={`/search?${new URLSearchParams({ q: text })}`}>
                {words.search}
              </a>
            </span>
            <form className="studio-row" method="post" action={`${searchesPath}?days=${days}`}>
              <input type="hidden" name="text" value={text} />
              <a
                className="chip"
                href={`${searchesPath}?${new URLSearchParams({ days: String(days), of: text })}#choose`}
                aria-label={words.thereOf(text)}
              >
                {words.there}
              </a>
              {canChange && (
                <a className="chip" href={addressWith('/studio/words', { text })} aria-label={words.nameOf(text)}>
                  {words.name}
                </a>
              )}
              {canWrite && (
                <button className="chip" name="go" value="write" aria-label={words.writeOf(text)}>
                  {words.write}
                </button>
              )}
              <button className="chip" name="go" value="hide" aria-label={words.hideOf(text)}>
                {words.hide}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <h2>{words.also}</h2>
      {answered.length === 0 && <p className="soft">{words.alsoNone}</p>}
      <ul className="studio-list">
        {answered.map(({ kind, id, title, searchWords }) => (
          <li key={`${kind} ${id}`}>
            <a href={`/studio/${kind}/${id}`} lang={langOf(title)}>
              {title}
            </a>
            {searchWords.map((text) => (
              <form key={text} className="studio-row" method="post" action={`${searchesPath}?days=${days}`}>
                <input type="hidden" name="text" value={text} />
                <input type="hidden" name="piece" value={`${kind} ${id}`} />
                <span lang={langOf(text)}>{text}</span>
                <button className="chip" name="go" value="take-away" aria-label={words.takeAwayOf(text, title)}>
                  {words.takeAway}
                </button>
              </form>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

type ChoosingProps = Choosing & Pick<Model, 'days' | 'canChange'>;

function ChoosePiece({ days, text, q, pieces, canChange }: ChoosingProps) {
  return (
    <section className="box stack" id="choose" aria-labelledby="choose-heading">
      <h2 id="choose-heading">{words.which(text)}</h2>
      <p>{canChange ? `${words.whichNote} ${words.sayItSoNote}` : words.whichNote}</p>
      <form className="form" action={`${searchesPath}#choose`}>
        <input type="hidden" name="days" value={days} />
        <input type="hidden" name="of" value={text} />
        <label>
          {words.titleWords}
          <input className="in" type="search" name="q" defaultValue={q} maxLength={200} />
        </label>
        <button className="btn">{words.find}</button>
      </form>
      {q !== '' && pieces.length === 0 && <p role="status">{words.noPiece}</p>}
      <ul className="studio-list">
        {pieces.map(({ kind, id, title }) => (
          <li key={`${kind} ${id}`}>
            <span lang={langOf(title)}>{title}</span>
            <form className="studio-row" method="post" action={`${searchesPath}?days=${days}`}>
              <input type="hidden" name="text" value={text} />
              <input type="hidden" name="piece" value={`${kind} ${id}`} />
              <button className="chip" name="go" value="there" aria-label={words.answersOf(title)}>
                {words.there}
              </button>
              {canChange && (
                <button className="chip" name="go" value="say" aria-label={words.sayItSoOf(title)}>
                  {words.sayItSo}
                </button>
              )}
            </form>
          </li>
        ))}
      </ul>
      <a href={`${searchesPath}?days=${days}`}>{words.cancel}</a>
    </section>
  );
}

export default deskPage(StudioSearchesView);
