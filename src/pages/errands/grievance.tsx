import { openGrievance } from '../../features/support/open-ticket.server.ts';
import { grievanceInput, type GrievanceOpened, grievanceCategories } from '../../features/support/support.contract.ts';
import { errands } from '../../messages/errands.ts';
import {
  type ModelOf,
  insistOnPiece,
  pageAction,
  pageLoader,
  type Sent,
  versionsOf,
} from '../../platform/page/page-loader.server.ts';
import '../../ui/forms.css';
import styles from './errands.module.css';
import { t } from '../../messages/messages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { CheckedLongAgo } from '../../ui/checked-long-ago.tsx';
import { emailInput, Field, fieldsOf, Labelled, marksOf, mobileInput, TextArea } from '../../ui/field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Notice } from '../account/gate.tsx';
import { Trap } from './trap.tsx';
import { type Errors, writeToUs } from './write-to-us.server.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { fullStop, ownLanguage } from '../../ui/format.ts';
import { Options } from '../../ui/options.tsx';
import { readTextPage } from '../reading/read-text-page.server.ts';
import { servedPage } from '../served-page.tsx';

type Complaint = {
  name: string;
  email: string;
  phoneNo: string;
  category: string;
  entityAddress: string;
  text: string;
};

type SentHere = Sent & {
  typed: Complaint;
  errors: Errors<keyof Complaint>;
  opened: GrievanceOpened | null;
  isSent: boolean;
};

const empty: Complaint = { name: '', email: '', phoneNo: '', category: '', entityAddress: '', text: '' };

export const loader = pageLoader(async ({ services, url, sent }) => {
  const page = await readTextPage(services, 'grievance');
  const versions = sent ? versionsOf(page) : insistOnPiece(page, url);
  const { typed = empty, errors = {}, opened = null, isSent = false } = (sent ?? {}) as Partial<SentHere>;
  const model = { ...page, path: page.canonicalUrl, typed, errors, opened, isSent };
  return { model, versions, tags: ['pages', 'page:grievance'] };
});

type Model = ModelOf<typeof loader>;

const wordsOfFields = (): Complaint => ({
  name: errands.contact.nameNeeded,
  email: errands.contact.emailNeeded,
  phoneNo: errands.contact.badPhone,
  category: errands.grievance.categoryNeeded,
  entityAddress: errands.grievance.addressLong,
  text: errands.grievance.textNeeded,
});

export const action = pageAction<SentHere>(async (args) => {
  const written = await writeToUs(args, {
    kind: 'grievance',
    schema: grievanceInput,
    words: wordsOfFields(),
    open: (input, sender) => openGrievance(args.services, input, sender),
  });
  if ('errors' in written) return { ...written, opened: null, isSent: false };
  return { status: 200, ...written, errors: {}, isSent: true };
});

/** The owner's policy and the grievance form, whose submission starts the legal deadline. Its result comes first. */
function GrievanceView({
  path,
  title,
  description,
  html,
  lang,
  updatedAt,
  checkedLongAgo,
  typed,
  errors,
  opened,
  isSent,
}: Model) {
  const own = ownLanguage(lang);
  return (
    <div className="wrap read slim">
      <PageHead title={t.site.titleOf(title)} description={description} heading={title} path={path} lang={lang} />
      <Breadcrumbs crumbs={[{ name: title }]} />
      <article className="paper">
        {isSent && (
          <Notice title={errands.grievance.sent}>
            {opened && (
              <>
                <p>{errands.grievance.sentNumber(opened.ticketId)}</p>
                <p>
                  {errands.grievance.acknowledge(opened.acknowledgeBy)} {errands.grievance.decide(opened.decideBy)}
                </p>
                <p>
                  <a href="/profile/complaints">{errands.grievance.follow}</a>
                  {fullStop()} {errands.grievance.followAfterSignIn}
                </p>
              </>
            )}
          </Notice>
        )}
        <h1 lang={own}>{title}</h1>
        {Object.keys(errors).length > 0 && <ComplaintForm typed={typed} errors={errors} />}
        <CheckedLongAgo on={checkedLongAgo} />
        <div className="md" lang={own} dangerouslySetInnerHTML={{ __html: html }} />
        {!isSent && Object.keys(errors).length === 0 && <ComplaintForm typed={typed} errors={errors} />}
        <p>
          <a className="link" href="/moderation-report">
            {errands.grievance.report}
          </a>
        </p>
        <p className="byline">
          <time dateTime={dayInIndia(updatedAt)}>{t.text.updated(updatedAt)}</time>
        </p>
      </article>
    </div>
  );
}

const order = ['name', 'email', 'phoneNo', 'category', 'entityAddress', 'text'] as const;

function ComplaintForm({ typed, errors }: Pick<Model, 'typed' | 'errors'>) {
  const field = fieldsOf(order, typed, errors);
  return (
    <section className={`box ${styles.letter}`} id="complain" aria-labelledby="complain-title">
      <h2 id="complain-title">{errands.grievance.form}</h2>
      <p className="soft">{errands.grievance.formNote}</p>
      {errors.form && <Notice tone="bad" title={errors.form} />}
      <form className="form" method="post" action="/grievance" data-waits="complaint" noValidate>
        <Field {...field('name')} label={errands.contact.name} autoComplete="name" maxLength={80} required />
        <div className={styles.two}>
          <Field {...field('email')} {...emailInput} label={errands.contact.email} hint={errands.grievance.reachHint} />
          <Field
            {...field('phoneNo', 'phone')}
            {...mobileInput}
            label={errands.contact.phone}
            hint={errands.grievance.reachHint}
          />
        </div>
        <Labelled id="category" label={errands.grievance.category} error={errors.category}>
          <select
            className="in"
            id="category"
            name="category"
            defaultValue={typed.category}
            required
            {...marksOf({ id: 'category', error: errors.category })}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the choice is what is missing
            autoFocus={field('category').isFirstWrong || undefined}
          >
            <option value="">{errands.grievance.choose}</option>
            <Options of={grievanceCategories.map((category) => [category, errands.grievance.categories[category]])} />
          </select>
        </Labelled>
        <Field
          {...field('entityAddress', 'address')}
          label={errands.grievance.address}
          hint={errands.grievance.addressHint}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2_000}
        />
        <TextArea
          {...field('text')}
          label={errands.grievance.text}
          hint={errands.grievance.textHint}
          rows={7}
          maxLength={5_000}
          required
        />
        <Trap />
        <button className="btn">{errands.grievance.send}</button>
      </form>
    </section>
  );
}

export default servedPage(GrievanceView, styles.errand);
