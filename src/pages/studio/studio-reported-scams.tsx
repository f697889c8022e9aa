import { redirect } from 'react-router';
import * as wire from '../../features/studio/desks/scams.contract.ts';
import { readScamDesk, scamEditors, scamReaders, settleReported } from '../../features/studio/desks/scams.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import { deskAction, deskLoader, onRefusal } from './studio-staff.server.ts';
import { choiceIn, insistOnNumber } from '../page-in.ts';
import { scamDesk as words } from '../../messages/scam-fields.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { DeskHead, deskPage, Done } from './studio-parts.tsx';

const reportedScamsPath = '/studio/told-scams';
const beginningOf = (text: string) => text.slice(0, 40);

export const loader = deskLoader(scamReaders, async ({ services, url, actor }) => ({
  ...(await readScamDesk(services)),
  maySettle: hasOne(actor, scamEditors),
  notice: url.searchParams.has('done') ? (choiceIn(url, 'done', ['gone']) ?? ('done' as const)) : null,
}));

type Model = ModelOf<typeof loader>;

export const action = deskAction(scamEditors, {
  async act({ services, actor, form }) {
    const input = wire.settleInput.safeParse({ as: form.get('as') });
    const id = insistOnNumber(form.get('id'));
    if (!input.success) throw notFound('page');
    return settleReported(services, actor, id, input.data.as).then(
      ({ pieceId }) => redirect(pieceId === null ? `${reportedScamsPath}?done=1` : `/studio/scams/${pieceId}`, 303),
      onRefusal([409], () => redirect(`${reportedScamsPath}?done=gone`, 303)),
    );
  },
});

/** What readers told the editors of, with a way to make a known scam of it, and how often known ones were met. */
function StudioReportedScamsView({ told, more, counts, maySettle, notice, nav }: Model) {
  return (
    <>
      <DeskHead nav={nav} path={reportedScamsPath} title={words.heading} description={words.describe}>
        <a className="btn ghost" href="/studio/scams">
          {words.all}
        </a>
      </DeskHead>
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
              <form className="studio-row" method="post" action={reportedScamsPath}>
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

export default deskPage(StudioReportedScamsView);
