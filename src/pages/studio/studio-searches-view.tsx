import { searchesDesk as words } from '../../messages/searches-desk.ts';
import { langOf } from '../../ui/format.ts';
import { Done, DeskHead, type StudioNavModel } from './studio-parts.tsx';

export type StudioSearchesModel = {
  days: 7 | 30;
  searches: { text: string; visits: number }[];
  answered: { kind: string; id: number; title: string; searchWords: string[] }[];
  /** The search whose piece is being chosen. */
  choice: { text: string; q: string; pieces: { kind: string; id: number; title: string }[] } | null;
  /** May begin an article. */
  canWrite: boolean;
  /** May change the text of any piece. */
  canChange: boolean;
  done: 'hidden' | 'answered' | 'taken' | null;
  nav: StudioNavModel;
};

export const searchesPath = '/studio/searches';

/** What readers looked for and did not find, with a way to write it. */
export function StudioSearchesView(model: StudioSearchesModel) {
  const { days, searches, answered, choice, canWrite, done, nav } = model;
  return (
    <>
      <DeskHead nav={nav} path={searchesPath} title={words.heading} description={words.describe} />
      {done && <Done>{words[done]}</Done>}
      {choice && <ChoosePiece days={days} canChange={model.canChange} {...choice} />}
      <p className="soft">{words.note}</p>
      <nav className="studio-row" aria-label={words.period}>
        {([7, 30] as const).map((one) => (
          <a
            key={one}
            className="chip"
            href={`${searchesPath}?days=${one}`}
            aria-current={one === days ? 'page' : undefined}
          >
            {words.days(one)}
          </a>
        ))}
      </nav>
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

type Choosing = NonNullable<StudioSearchesModel['choice']> & Pick<StudioSearchesModel, 'days' | 'canChange'>;

function ChoosePiece({ days, text, q, pieces, canChange }: Choosing) {
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
