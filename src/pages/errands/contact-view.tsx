import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { emailInput, Field, fieldsOf, mobileInput, TextArea } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useSite } from '../../ui/site-context.ts';
import { Told } from '../account/gate.tsx';
import styles from './errands.module.css';
import { SectionHead } from '../../ui/section-head.tsx';

export type Letter = { name: string; email: string; phoneNo: string; subject: string; message: string };
export type ContactErrors = Partial<Record<keyof Letter | 'form', string>>;
export type ContactModel = {
  isSent: boolean;
  /** Ticket number of the sent form. */
  ticket: number | null;
  typed: Letter;
  errors: ContactErrors;
  /** Rendered in response to the form. */
  isAnswer: boolean;
};

const order = ['name', 'email', 'phoneNo', 'subject', 'message'] as const;

export function ContactView({ isSent, ticket, typed, errors, isAnswer }: ContactModel) {
  const field = fieldsOf(order, typed, errors);
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHead
        title={t.site.titleOf(errands.contact.title)}
        description={errands.contact.describe}
        heading={errands.contact.title}
        path="/contact"
      />
      <Breadcrumbs crumbs={[{ name: errands.contact.title }]} />
      <section className={`box ${styles.letter}`}>
        <h1>{errands.contact.title}</h1>
        {isSent ? (
          <>
            <Told title={errands.contact.sent}>
              {ticket !== null && <p>{errands.contact.sentNumber(ticket)}</p>}
              <p>{errands.contact.sentNote}</p>
            </Told>
            <p>
              <a className="btn ghost" href="/contact">
                {errands.contact.another}
              </a>
            </p>
          </>
        ) : (
          <>
            <p className="soft">{errands.contact.lead}</p>
            {errors.form && <Told tone="bad" title={errors.form} />}
            <Island name="answered" when="now" props={{ isSent: isAnswer, again: null }}>
              <form className="form" method="post" action="/contact" noValidate>
                <div className={styles.two}>
                  <Field {...field('name')} label={errands.contact.name} autoComplete="name" maxLength={80} required />
                  <Field {...field('email')} {...emailInput} label={errands.contact.email} required />
                </div>
                <Field
                  {...field('phoneNo', 'phone')}
                  {...mobileInput}
                  label={errands.contact.phone}
                  hint={errands.contact.phoneHint}
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

/** Honeypot, hidden from sight, from the focus order and from screen readers; robots fill it in. */
export function Trap() {
  return (
    <div className={styles.trap} aria-hidden="true">
      <label>
        {errands.contact.trap}
        <input name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
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
