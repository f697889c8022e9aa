import { redirect } from 'react-router';
import * as wire from '../../features/studio/desks/scams.contract.ts';
import { readScamDesk, scamEditors, scamReaders, settleTold } from '../../features/studio/desks/scams.server.ts';
import { hasOne } from '../../features/studio/studio.policy.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { type ModelOf, pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { deskHere } from './studio-staff.server.ts';
import { t } from '../../messages/messages.ts';
import { scamDesk as words } from '../../messages/scam-fields.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Done, StudioNav } from './studio-parts.tsx';

const toldScamsPath = '/studio/told-scams';
const beginningOf = (text: string) => text.slice(0, 40);

export const loader = personalLoader(async ({ services, url, viewer }) => {
  const actor = await deskHere(services, viewer, url, scamReaders);
  const done = url.searchParams.get('done');
  return {
    model: {
      ...(await readScamDesk(services)),
      maySettle: hasOne(actor, scamEditors),
      notice: done === null ? null : done === 'gone' ? ('gone' as const) : ('done' as const),
      nav: studioNavOf(actor),
    },
  };
});

type Model = ModelOf<typeof loader>;

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

/** What readers told the editors of, with a way to make a known scam of it, and how often known ones were met. */
function StudioToldScamsView({ told, more, counts, maySettle, notice, nav }: Model) {
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

export default servedPage(StudioToldScamsView, 'wrap studio');
