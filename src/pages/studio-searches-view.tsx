import { t } from '../messages/messages.ts';
import { searchesDesk as words } from '../messages/searches-desk.ts';
import { langOf } from '../ui/format.ts';
import { PageHead } from '../ui/page-head.tsx';
import { StudioNav, type StudioNavModel } from './studio-parts.tsx';

export type StudioSearchesModel = {
  days: 7 | 30;
  searches: { text: string; visits: number }[];
  /** May begin an article. */
  canWrite: boolean;
  isHidden: boolean;
  nav: StudioNavModel;
};

export const searchesPath = '/studio/searches';

/** What readers looked for and did not find, with a way to write it. */
export function StudioSearchesView({ days, searches, canWrite, isHidden, nav }: StudioSearchesModel) {
  return (
    <>
      <PageHead title={t.site.titleOf(words.heading)} description={words.describe} path={searchesPath} isUnlisted />
      <StudioNav {...nav} here={searchesPath} />
      <h1>{words.heading}</h1>
      {isHidden && (
        <p className="studio-done" role="status">
          {words.hidden}
        </p>
      )}
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
    </>
  );
}
