import { redirect } from 'react-router';
import { findHelpedPiece } from '../../features/feedback/piece-help.queries.server.ts';
import { countForm } from '../../features/support/count-form.server.ts';
import { openContact } from '../../features/support/open-ticket.server.ts';
import { contactInput } from '../../features/support/support.contract.ts';
import { findTicket } from '../../features/support/support.queries.server.ts';
import { errands } from '../../messages/errands.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { insistOn, pageAction, pageLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import '../../ui/forms.css';
import { inWords } from '../account/wait-words.ts';
import { type ContactErrors, type ContactModel, ContactView, type Letter } from './contact-view.tsx';
import styles from './errands.module.css';
import { servedPage } from '../served-page.tsx';

type SentHere = Sent & { typed: Letter; errors: ContactErrors };

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
  const model: ContactModel = {
    isSent: isSent && !sent,
    ticket,
    typed,
    errors,
    isAnswer: sent !== null,
  };
  return { model, tags };
});

const fields = ['name', 'email', 'phoneNo', 'subject', 'message'] as const;
const wordsOfFields = (): Record<(typeof fields)[number], string> => ({
  name: errands.contact.nameNeeded,
  email: errands.contact.emailNeeded,
  phoneNo: errands.contact.badPhone,
  subject: errands.contact.subjectNeeded,
  message: errands.contact.messageNeeded,
});

export const action = pageAction<SentHere>(async ({ services, form, viewer, address }) => {
  const typed = Object.fromEntries(
    fields.map((name) => [name, (form.get(name) ?? '').replace(/\r\n?/g, '\n')]),
  ) as Letter;
  const refused = (status: number, errors: ContactErrors): SentHere => ({ status, typed, errors });
  const parsed = contactInput.safeParse(typed);
  if (!parsed.success)
    return refused(
      400,
      Object.fromEntries(
        parsed.error.issues.map(({ path }) => [path[0], wordsOfFields()[path[0] as (typeof fields)[number]]]),
      ),
    );
  try {
    await countForm(services, 'contact', address);
    if (form.get('website')) return redirect('/contact?sent=yes', 303);
    const { ticketId } = await openContact(services, parsed.data, { userId: viewer?.userId ?? null, address });
    return redirect(`/contact?sent=${ticketId}`, 303);
  } catch (error) {
    if (!isAppError(error) || error.status !== 429) throw error;
    return refused(429, { form: errands.contact.tooMany(inWords(error.retryAfterSeconds ?? 3_600)) });
  }
});

export default servedPage(ContactView, styles.errand);
