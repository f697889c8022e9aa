import { account } from '../../messages/account.ts';
import { langOf } from '../../ui/format.ts';
import { Field, fieldsOf, Labelled, marksOf, Tick } from '../../ui/field.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { WrittenBy } from './own-view.tsx';
import { type Answers, type Relation, relations } from '../../features/profiles/profiles.contract.ts';
import { Options } from '../../ui/options.tsx';

type Person = {
  id: number;
  relation: Relation;
  firstName: string;
  lastName: string;
  phone: string | null;
  answers: Answers;
};

export type Typed = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  phoneNo?: string | undefined;
  relation?: string | undefined;
  /** A parent's yes. */
  hasConsent?: boolean | undefined;
};
export type Refused = {
  /** As in `open`; null where the problem belongs to no form. */
  form: string | null;
  text?: string | undefined;
  typed: Typed;
  /** Typed before the session ended, and not saved: nothing in it is wrong yet. */
  isKept?: true;
  errors: { [field in keyof Typed | 'consent']?: string | undefined };
};
export type FamilyModel = { profiles: Person[]; open: string | null; refused: Refused | null };

const nameOf = ({ firstName, lastName, relation }: Person) =>
  `${firstName} ${lastName}`.trim() || (relation === 'SELF' ? account.relations.SELF : account.unnamed);

export function ProfileFamily({ profiles, open, refused }: FamilyModel) {
  return (
    <section aria-labelledby="family">
      <SectionHead title={account.family} id="family" />
      <p className="soft small">{account.familyNote}</p>
      <ul className="ledger rows">
        {profiles.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isOpen={open === String(person.id)}
            refused={refused?.form === String(person.id) ? refused : null}
          />
        ))}
      </ul>
      <details className="fold" id="add" open={open === 'add'}>
        <summary>{account.addPerson}</summary>
        <PersonForm id="add" refused={refused?.form === 'add' ? refused : null} />
      </details>
    </section>
  );
}

function PersonRow({ person, isOpen, refused }: { person: Person; isOpen: boolean; refused: Refused | null }) {
  const name = nameOf(person);
  const answers = Object.entries(person.answers);
  return (
    <li className="person" id={`p${person.id}`}>
      <div>
        <b lang={langOf(name)}>{name}</b>
        <small>
          {[
            name === account.relations[person.relation] ? null : account.relations[person.relation],
            person.phone,
            answers.length === 0 ? account.answers(0) : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {answers.length > 0 && (
        <details className="fold">
          <summary>{account.answers(answers.length)}</summary>
          <dl className="ledger facts">
            {answers.map(([question, answer]) => (
              <div key={question}>
                <dt>{inPlainWords(question)}</dt>
                <dd>{shown(answer)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {person.relation !== 'SELF' && (
        <details className="fold" open={isOpen}>
          <summary aria-label={account.editPerson(name)}>{account.edit}</summary>
          <PersonForm id={String(person.id)} person={person} refused={refused} />
          <form method="post" action="/profile" className="form">
            <WrittenBy />
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={person.id} />
            <p className="soft small">{account.removeNote}</p>
            <button className="btn ghost danger" aria-label={account.removePerson(name)}>
              {account.remove}
            </button>
          </form>
        </details>
      )}
    </li>
  );
}

function PersonForm({ id, person, refused }: { id: string; person?: Person; refused: Refused | null }) {
  const errors = refused?.errors ?? {};
  const typed: Typed = refused?.typed ?? {
    firstName: person?.firstName,
    lastName: person?.lastName,
    phoneNo: person?.phone ?? '',
  };
  const field = fieldsOf(['relation', 'firstName', 'lastName', 'phoneNo', 'consent'], typed, errors);
  return (
    <form className="form" method="post" action="/profile" noValidate>
      <WrittenBy />
      <input type="hidden" name="intent" value={person ? 'edit' : 'add'} />
      {person && <input type="hidden" name="id" value={person.id} />}
      {!person && (
        <Labelled id={`${id}-relation`} label={account.relation} error={errors.relation}>
          <select
            className="in"
            id={`${id}-relation`}
            name="relation"
            defaultValue={typed.relation ?? ''}
            required
            {...marksOf({ id: `${id}-relation`, error: errors.relation })}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it is what is missing
            autoFocus={field('relation').isFirstWrong || undefined}
          >
            <option value="">{account.choose}</option>
            <Options
              of={relations
                .filter((relation) => relation !== 'SELF')
                .map((relation) => [relation, account.relations[relation]])}
            />
          </select>
        </Labelled>
      )}
      <Field
        {...field('firstName', `${id}-first`)}
        label={account.firstName}
        autoComplete="off"
        maxLength={80}
        required
      />
      <Field
        {...field('lastName', `${id}-last`)}
        label={account.lastName}
        hint={account.lastNameHint}
        autoComplete="off"
        maxLength={80}
      />
      <Field
        {...field('phoneNo', `${id}-phone`)}
        label={account.theirMobile}
        hint={account.theirMobileHint}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
      />
      {!person && (
        <Tick
          className="field child"
          id={`${id}-consent`}
          name="consent"
          defaultChecked={typed.hasConsent}
          label={account.childConsent}
          hint={account.childConsentHint}
          error={errors.consent}
          isFirstWrong={field('consent').isFirstWrong}
        />
      )}
      <button className="btn">{person ? account.save : account.addPerson}</button>
    </form>
  );
}

function inPlainWords(question: string): string {
  const words = question
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return /^[a-zA-Z ]+$/.test(words) ? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase() : question;
}

const shown = (answer: Answers[string]): string => {
  if (typeof answer === 'boolean') return answer ? account.answerYes : account.answerNo;
  return Array.isArray(answer) ? answer.join(', ') : String(answer);
};
