import { maskReport } from '../../features/message-check/mask-report.ts';
import { messageInput } from '../../features/message-check/message-check.contract.ts';
import { countForm } from '../../features/support/count-form.server.ts';
import { openNote } from '../../features/support/open-ticket.server.ts';
import { check } from '../../messages/check.ts';
import { t } from '../../messages/messages.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { insistOn, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import '../../ui/forms.css';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import styles from './check.module.css';
import { servedPage } from '../served-page.tsx';

type ReportModel = { text: string; error: string | null; isTold: boolean };
type Shown = ReportModel & { isSent: boolean };

export const loader = pageLoader(async ({ url, sent }) => {
  insistOn('/check/tell', url);
  const { text = '', error = null, isTold = false } = (sent ?? {}) as Partial<ReportModel>;
  return { model: { text, error, isTold, isSent: sent !== null } satisfies Shown, tags: [] };
});

/** Only here does a message reach the editors: with its reader's tick, and masked. */
export const action = pageAction<Sent & ReportModel>(async ({ services, form, viewer, address }) => {
  const text = (form.get('text') ?? '').replaceAll(/\r\n?/g, '\n');
  const refused = (status: number, error: string) => ({ status, text, error, isTold: false });
  const parsed = messageInput.safeParse({ text });
  if (!parsed.success) return refused(400, text === '' ? check.textNeeded : check.textLong);
  if (form.get('tell') !== 'yes') return refused(400, check.tellNeeded);
  try {
    await countForm(services, 'contact', address);
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return refused(429, check.tooMany);
  }
  await openNote(
    services,
    { subject: check.tellSubject, body: maskReport(parsed.data.text), about: '/check' },
    { userId: viewer?.userId ?? null, address },
  );
  return { text: '', error: null, isTold: true };
});

function ReportView({ text, error, isTold, isSent }: Shown) {
  return (
    <div className={`wrap pile slim ${styles.page}`}>
      <PageHead title={t.site.titleOf(check.tellTitle)} description={check.tellTick} path="/check/tell" isUnlisted />
      <Breadcrumbs crumbs={[{ name: check.title, href: '/check' }, { name: check.tellTitle }]} />
      <section className="box stack">
        <h1>{check.tellTitle}</h1>
        {isTold && <p role="status">{check.told}</p>}
        <Island name="answered" when="now" props={{ isSent, again: null }}>
          {isTold ? (
            <p className="acts">
              <a className="btn" href="/check">
                {check.tryAnother}
              </a>
            </p>
          ) : (
            <form className="form" method="post" action="/check/tell">
              <div className="field">
                <label htmlFor="text">{check.text}</label>
                <textarea
                  className="in"
                  id="text"
                  name="text"
                  rows={6}
                  maxLength={5_000}
                  required
                  defaultValue={text}
                />
              </div>
              {error && <p className="err">{error}</p>}
              <label className="tick">
                <input type="checkbox" name="tell" value="yes" required />
                <span>{check.tellTick}</span>
              </label>
              <button className="btn">{check.tellButton}</button>
            </form>
          )}
        </Island>
      </section>
    </div>
  );
}

export default servedPage(ReportView);
