import { redirect } from 'react-router';
import type { Role } from '../../database/schema.ts';
import {
  endInvitation,
  invite,
  listInvitations,
  listPeople,
  setRoles,
} from '../../features/studio/people/people.server.ts';
import { type Actor, admins, staff } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { WrittenBy } from '../account/own-view.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatDate, langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { Notice } from '../account/gate.tsx';
import { deskPage, Done, DeskHead, End } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';
import { choiceIn, numberIn } from '../page-in.ts';

const roleNames = (roles: Role[]) => roles.map((role) => words.roles[role]).join(', ');

/** A form that came back, with what was typed; `field` null: nothing is wrong with it. */
type SentHere = Sent & {
  text: string;
  field: 'to' | 'roles' | 'person' | null;
  /** Null: of the invitation. */
  person: string | null;
  to: string;
  roles: Role[];
};

export const loader = deskLoader(admins, async ({ services, url, sent }: DeskArgs<SentHere>) => ({
  people: await listPeople(services.connection.db),
  invitations: await listInvitations(services.connection.db, services.clock()),
  done: choiceIn(url, 'done', ['invited', 'roles']),
  problem: sent,
}));

type Model = ModelOf<typeof loader>;

const typedIn = (form: URLSearchParams) => ({
  person: form.get('person'),
  to: (form.get('to') ?? '').trim().slice(0, 320),
  roles: staff.filter((role) => form.getAll('roles').includes(role)),
});

/** Roles of a person, invitations, and taking them back. Each button is a form of its own. */
export const action = deskAction<SentHere>(admins, {
  typed: ['to', 'roles'],
  comeBack: (form) => ({ ...typedIn(form), field: null, text: account.again.back }),
  async act({ services, actor, form }) {
    const invitation = numberIn(form.get('invitation'));
    if (invitation !== null) {
      await endInvitation(services, actor, invitation);
      return redirect('/studio/people', 303);
    }
    const typed = typedIn(form);
    const wrong = (field: SentHere['field'], text: string, status = 400): SentHere => ({
      ...typed,
      status,
      field,
      text,
    });
    const { person, to, roles } = typed;
    if (person !== null)
      return changeRoles(services, actor, person, form.get('go') === 'end' ? [] : roles).then(
        () => redirect('/studio/people?done=roles', 303),
        onRefusal([409], () => wrong('person', words.lastAdmin, 409)),
      );
    if (to === '') return wrong('to', words.inviteToNeeded);
    if (roles.length === 0) return wrong('roles', words.inviteRolesNeeded);
    return invite(services, actor, { ...(to.includes('@') ? { email: to } : { phoneNo: to }), roles }).then(
      () => redirect('/studio/people?done=invited', 303),
      onRefusal([400], () => wrong('to', words.inviteToNeeded)),
    );
  },
});

async function changeRoles(services: PageServices, actor: Actor, person: string, roles: Role[]): Promise<void> {
  if (!/^[\da-f-]{36}$/.test(person)) throw notFound('person');
  await setRoles(services, actor, person, roles);
}

/** Who may do what in the studio; for admins. */
function StudioPeopleView({ nav, people, invitations, done, problem }: Model) {
  const invited = problem?.person === null ? problem : null;
  return (
    <>
      <DeskHead nav={nav} path="/studio/people" title={words.people} />
      <p className="soft">{words.peopleNote}</p>
      {problem?.field === null && <Notice tone="warn" title={problem.text} />}
      {done && !problem && <Done>{done === 'invited' ? words.invited : words.rolesSaved}</Done>}
      <ul className="studio-list">
        {people.map((person) => (
          <li key={person.id}>
            <b lang={langOf(person.displayName)}>{person.displayName}</b>
            <span className="studio-meta">{roleNames(person.roles)}</span>
            <details open={problem?.person === person.id}>
              <summary>{words.rolesOf(person.displayName)}</summary>
              <form className="form" method="post">
                <WrittenBy />
                <input type="hidden" name="person" value={person.id} />
                <Roles
                  legend={words.rolesOf(person.displayName)}
                  name={person.id}
                  chosen={problem?.person === person.id ? problem.roles : person.roles}
                />
                {problem?.person === person.id && problem.field && (
                  <FieldError id={`problem-${person.id}`} isFocused>
                    {problem.text}
                  </FieldError>
                )}
                <div className="studio-row">
                  <button className="btn" name="go" value="save">
                    {words.saveRoles}
                  </button>
                  <button className="btn ghost" name="go" value="end">
                    {words.endRoles}
                  </button>
                </div>
              </form>
            </details>
          </li>
        ))}
      </ul>
      <section>
        <SectionHead title={words.invite} />
        <form className="form" method="post" noValidate>
          <WrittenBy />
          <Field
            id="invite-to"
            name="to"
            label={words.inviteTo}
            autoComplete="off"
            defaultValue={invited?.to}
            maxLength={320}
            error={problem?.field === 'to' ? problem.text : null}
            isFirstWrong={problem?.field === 'to'}
          />
          <Roles legend={words.inviteRoles} name="invite" chosen={invited?.roles ?? []} />
          {problem?.field === 'roles' && (
            <FieldError id="invite-roles-error" isFocused>
              {problem.text}
            </FieldError>
          )}
          <button className="btn">{words.inviteSend}</button>
        </form>
      </section>
      {invitations.length > 0 && (
        <section>
          <SectionHead title={words.invitations} />
          <ul className="studio-list">
            {invitations.map(({ id, to, roles, expiresAt }) => (
              <li key={id}>
                <b>{to}</b>
                <span className="studio-meta">
                  <span>{roleNames(roles)}</span>
                  <span>{words.until(formatDate(expiresAt))}</span>
                </span>
                <End name="invitation" value={id} text={words.endInvitation} of={to} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Roles({ legend, name, chosen }: { legend: string; name: string; chosen: Role[] }) {
  return (
    <fieldset className="studio-choices">
      <legend>{legend}</legend>
      {staff.map((role) => (
        <label key={role} className="studio-tick" htmlFor={`${name}-${role}`}>
          <input
            id={`${name}-${role}`}
            type="checkbox"
            name="roles"
            value={role}
            defaultChecked={chosen.includes(role)}
          />
          {words.roles[role]}
        </label>
      ))}
    </fieldset>
  );
}

export default deskPage(StudioPeopleView);
