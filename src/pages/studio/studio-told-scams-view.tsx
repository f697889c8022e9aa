import type { z } from 'zod';
import type * as wire from '../../features/studio/desks/scams.contract.ts';
import { t } from '../../messages/messages.ts';
import { scamDesk as words } from '../../messages/scam-fields.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Done, StudioNav, type StudioNavModel } from './studio-parts.tsx';

export type StudioToldScamsModel = z.output<typeof wire.scamDesk>['data'] & {
  maySettle: boolean;
  notice: 'done' | 'gone' | null;
  nav: StudioNavModel;
};

export const toldScamsPath = '/studio/told-scams';
const beginningOf = (text: string) => text.slice(0, 40);

/** What readers told the editors of, with a way to make a known scam of it, and how often known ones were met. */
export function StudioToldScamsView({ told, more, counts, maySettle, notice, nav }: StudioToldScamsModel) {
  return (
    <>
      <PageHead title={t.site.titleOf(words.heading)} description={words.describe} path={toldScamsPath} isUnlisted />
      <StudioNav {...nav} here={toldScamsPath} />
      <div className="studio-head">
        <h1>{words.heading}</h1>
        <a className="btn ghost" href="/studio/scams">
          {words.all}
        </a>
      </div>
      {notice && <Done>{words[notice]}</Done>}
      <p className="soft">{words.note}</p>
      {told.length === 0 && <p className="soft">{words.nothing}</p>}
      <ul className="studio-list">
        {told.map(({ id, text, at, like }) => (
          <li key={id}>
            <blockquote className="studio-told" lang={langOf(text)}>
              {text}
            </blockquote>
            <span className="studio-meta">
              <span>{words.toldOn(formatDate(at))}</span>
              <span>{like ? words.like(like.title) : words.likeNone}</span>
            </span>
            {maySettle && (
              <form className="studio-row" method="post" action={toldScamsPath}>
                <input type="hidden" name="id" value={id} />
                <button className="chip" name="as" value="begin" aria-label={words.beginOf(beginningOf(text))}>
                  {words.begin}
                </button>
                <button className="chip" name="as" value="known" aria-label={words.knownOf(beginningOf(text))}>
                  {words.known}
                </button>
                <button className="chip" name="as" value="none" aria-label={words.noneOf(beginningOf(text))}>
                  {words.none}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft">{words.more(more)}</p>}
      <h2>{words.counts}</h2>
      <p className="soft">{counts.length === 0 ? words.noCounts : words.countsNote}</p>
      {counts.length > 0 && (
        <div className="studio-table" role="region" aria-label={words.counts} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.scam}</th>
                <th scope="col">{words.today}</th>
                <th scope="col">{words.week}</th>
                <th scope="col">{words.month}</th>
              </tr>
            </thead>
            <tbody>
              {counts.map(({ id, title, today, week, month }) => (
                <tr key={id}>
                  <th scope="row">
                    <a href={`/studio/scams/${id}`} lang={langOf(title)}>
                      {title}
                    </a>
                  </th>
                  <td>{today}</td>
                  <td>{week}</td>
                  <td>{month}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
