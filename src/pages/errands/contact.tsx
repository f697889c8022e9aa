import { redirect } from 'react-router';
import { findHelpedPiece } from '../../features/feedback/piece-help.queries.server.ts';
import { openContact } from '../../features/support/open-ticket.server.ts';
import { contactForm } from '../../features/support/support.contract.ts';
import { findTicket } from '../../features/support/support.queries.server.ts';
import { errands } from '../../messages/errands.ts';
import { insistOn, type ModelOf, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { emailInput, Field, fieldsOf, mobileInput, TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSite } from '../../ui/site-context.ts';
import { Notice } from '../account/gate.tsx';
import { Trap } from './trap.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from './errands.module.css';
import { servedPage } from '../served-page.tsx';
import { type Errors, writeToUs } from './write-to-us.server.ts';

type Letter = { name: string; email: string; phoneNo: string; subject: string; message: string };

const order = ['name', 'email', 'phoneNo', 'subject', 'message'] as const;

type SentHere = Sent & { typed: Letter; errors: Errors<keyof Letter> };

/**
 * Of endlessly many addresses only those of our own pieces, and of tickets that there are, have a page; others lead to
 * the form. So nobody fills the cache, or writes into the form by a link.
 */
async function insistOnOurs({ connection: { db } }: PageServices, { searchParams }: URL) {
  const [about, sent] = [searchParams.get('about'), searchParams.get('sent')];
  if (sent !== null) {
    const ticket = /^[1-9]\d{0,8}$/.test(sent) ? Number(sent) : null;
    const isThere = sent === 'yes' || (ticket !== null && (await findTicket(db, ticket)) !== null);
    if (!isThere || about !== null) throw redirect(isThere ? `/contact?sent=${sent}` : '/contact', 302);
    return { about: null, isSent: true, ticket, tags: [] };
  }
  const piece = about === null ? null : await findHelpedPiece(db, about);
  if (about !== (piece?.path ?? null))
    throw redirect(piece ? `/contact?about=${encodeURIComponent(piece.path)}` : '/contact', 302);
  return { about, isSent: false, ticket: null, tags: piece ? [`${piece.kind}:${piece.id}`] : [] };
}

export const loader = pageLoader(async ({ services, url, sent }) => {
  insistOn('/contact', url);
  const { about, isSent, ticket, tags } = await insistOnOurs(services, url);
  const empty: Letter = {
    name: '',
    email: '',
    phoneNo: '',
    subject: about ? errands.contact.aboutPage(about) : '',
    message: '',
  };
  const { typed = empty, errors = {} } = (sent ?? {}) as Partial<SentHere>;
  const model = {
    isSent: isSent && !sent,
    ticket,
    typed,
    errors,
    isAnswer: sent !== null,
  };
  return { model, tags };
});

type Model = ModelOf<typeof loader>;

const wordsOfFields = (): Letter => ({
  name: errands.contact.nameNeeded,
  email: errands.contact.emailNeeded,
  phoneNo: errands.contact.badPhone,
  subject: errands.contact.subjectNeeded,
  message: errands.contact.messageNeeded,
});

export const action = pageAction<SentHere>(async (args) => {
  const written = await writeToUs(args, {
    kind: 'contact',
    schema: contactForm,
    words: wordsOfFields(),
    open: (input, sender) => openContact(args.services, input, sender),
  });
  return 'errors' in written ? written : redirect(`/contact?sent=${written.opened?.ticketId ?? 'yes'}`, 303);
});

function ContactView({ isSent, ticket, typed, errors, isAnswer }: Model) {
  const field = fieldsOf(order, typed, errors);
  return (
    <div className="wrap pile slim">
      <PageHead
        title={t.site.titleOf(errands.contact.title)}
        description={errands.contact.describe}
        heading={errands.contact.title}
        path="/contact"
      />
      <Breadcrumbs crumbs={[{ name: errands.contact.title }]} />
      <h1>{errands.contact.title}</h1>
      <section className="box stack">
        {isSent ? (
          <>
            <Notice title={errands.contact.sent}>
              {ticket !== null && <p>{errands.contact.sentNumber(ticket)}</p>}
              <p>{errands.contact.sentNote}</p>
              <p>
                <a href="/profile/complaints">{errands.grievance.mine.title}</a>
              </p>
            </Notice>
            <p>
              <a className="btn ghost" href="/contact">
                {errands.contact.another}
              </a>
            </p>
          </>
        ) : (
          <>
            <p className="soft">{errands.contact.lead}</p>
            {errors.form && <Notice tone="bad" title={errors.form} />}
            <Island name="answered" when="now" props={{ isSent: isAnswer, again: null }}>
              <form className="form" method="post" action="/contact" data-waits="message" noValidate>
                <div className={styles.two}>
                  <Field {...field('name')} label={errands.contact.name} autoComplete="name" maxLength={80} required />
                  <Field
                    {...field('email')}
                    {...emailInput}
                    label={errands.contact.email}
                    hint={errands.grievance.reachHint}
                  />
                </div>
                <Field
                  {...field('phoneNo', 'phone')}
                  {...mobileInput}
                  label={errands.contact.phone}
                  hint={errands.grievance.reachHint}
                />
                <Field {...field('subject')} label={errands.contact.subject} maxLength={200} required />
                <TextArea
                  {...field('message')}
                  label={errands.contact.message}
                  hint={errands.contact.messageHint}
                  rows={7}
                  maxLength={5_000}
                  required
                />
                <Trap />
                <button className="btn">{errands.contact.send}</button>
              </form>
            </Island>
          </>
        )}
      </section>
      <OtherWays />
    </div>
  );
}

function OtherWays() {
  const { supportEmail } = useSite();
  return (
    <section className="stack">
      <SectionHead title={errands.contact.otherWays} />
      <ul className="errands">
        <li>
          <Icon name="flag" />
          <div>
            <a href="/grievance#complain">{errands.contact.grievance}</a>
            <p className="small soft">{errands.contact.grievanceNote}</p>
          </div>
        </li>
        <li>
          <Icon name="mail" />
          <div>
            <a href={`mailto:${supportEmail}`}>{errands.contact.mail}</a>
            <p className="small soft">{supportEmail}</p>
          </div>
        </li>
        <li>
          <Icon name="phone" />
          <div>
            <a href="tel:1930">{errands.contact.fraud}</a>
            <p className="small soft">
              <a href="tel:112">{errands.contact.emergency}</a>
            </p>
          </div>
        </li>
      </ul>
    </section>
  );
}

export default servedPage(ContactView, styles.errand);
