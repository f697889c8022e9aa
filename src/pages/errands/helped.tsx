import { redirect } from 'react-router';
import { countHelp, findHelpedPiece } from '../../features/feedback/piece-help.queries.server.ts';
import { countForm } from '../../features/support/count-form.server.ts';
import { openNote } from '../../features/support/open-ticket.server.ts';
import { feedback as words } from '../../messages/feedback.ts';
import { t } from '../../messages/messages.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { isWithin } from '../../platform/guard/limits.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import {
  type ModelOf,
  insistOn,
  pageAction,
  personalLoader,
  type VisitArgs,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import { hasCharacters } from '../../platform/text/visible-text.ts';
import { safeText } from '../../platform/wire/wire.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { TextArea } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import '../../ui/forms.css';
import { PageHead } from '../../ui/page-head.tsx';
import { servedPage } from '../served-page.tsx';

type Step = 'thanks' | 'ask' | 'sent';
type Refused = Sent & { about: string; typed: string; error: string };

const missing = safeText(1_000, 3).refine((text) => hasCharacters(text, 3));
const addressOf = (about: string, outcome: Step) => `/helped?${new URLSearchParams({ about, said: outcome })}`;

export const loader = personalLoader(async ({ services, url, sent }: VisitArgs<Refused>) => {
  insistOn('/helped', url);
  const piece = await findHelpedPiece(services.connection.db, sent?.about ?? url.searchParams.get('about') ?? '');
  if (!piece) throw notFound('page');
  const outcome = url.searchParams.get('said');
  const step = sent || outcome === 'ask' ? 'ask' : outcome === 'sent' ? 'sent' : 'thanks';
  const model = { piece, step, typed: sent?.typed ?? '', error: sent?.error ?? null };
  return { model };
});

type Model = ModelOf<typeof loader>;

export const action = pageAction<Refused>(async ({ services, form, viewer, address }) => {
  const { db } = services.connection;
  const piece = await findHelpedPiece(db, form.get('about') ?? '');
  if (!piece) throw notFound('page');
  const typed = (form.get('missing') ?? '').replaceAll(/\r\n?/g, '\n');
  const refused = (status: number, error: string): Refused => ({ status, about: piece.path, typed, error });
  try {
    if (form.has('missing')) {
      if (!missing.safeParse(typed).success) return refused(400, words.missingNeeded);
      await countForm(services, 'contact', address);
      await openNote(
        services,
        { subject: words.subject(piece.title), body: typed, about: piece.path },
        { userId: viewer?.userId ?? null, address },
      );
      return redirect(addressOf(piece.path, 'sent'), 303);
    }
    await services.limits.searches(networkOf(address));
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return refused(429, words.tooMany);
  }
  const hasHelped = form.get('answer') === 'yes';
  if (!hasHelped && form.get('answer') !== 'no') return refused(400, words.missingNeeded);
  const { tallies } = services.limits;
  if (await isWithin(tallies, `${networkOf(address)} ${piece.kind}-${piece.id}`)) await countHelp(db, piece, hasHelped);
  return redirect(addressOf(piece.path, hasHelped ? 'thanks' : 'ask'), 303);
});

function HelpedView({ piece: { title, path }, step, typed, error }: Model) {
  return (
    <div className="wrap pile slim">
      <PageHead title={t.site.titleOf(words.title)} description={words.title} isUnlisted />
      <Breadcrumbs crumbs={[{ name: title, href: path }, { name: words.title }]} />
      <section className="box stack">
        <h1>{words.title}</h1>
        <p role="status">{step === 'sent' ? words.sent : words.thanks}</p>
        {step === 'ask' && (
          <form className="form" method="post" action="/helped" noValidate>
            <input type="hidden" name="about" value={path} />
            <TextArea
              id="missing"
              name="missing"
              label={words.whatMissing}
              hint={words.missingHint}
              rows={4}
              maxLength={1_000}
              defaultValue={typed}
              error={error}
            />
            <button className="btn">{words.send}</button>
          </form>
        )}
        <p>
          <a href={path} lang={langOf(title)}>
            {words.back(title)}
          </a>
        </p>
      </section>
    </div>
  );
}

export default servedPage(HelpedView);
