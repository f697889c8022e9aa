import type { z } from 'zod';
import type * as wire from '../../features/studio/studio.contract.ts';
import { staff } from '../../features/studio/studio.policy.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { Field, FieldError } from '../../ui/field.tsx';
import { formatDate, langOf } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { Told } from '../account/gate.tsx';
import { WrittenBy } from '../account/own-view.tsx';
import { Done, DeskHead, type StudioNavModel } from './studio-parts.tsx';

type Person = z.output<typeof wire.people>['data'][number];
type Role = Person['roles'][number];
export type StudioPeopleModel = {
  nav: StudioNavModel;
  people: Person[];
  invitations: z.output<typeof wire.invitationList>['data'];
  done: 'invited' | 'roles' | null;
  /** A form that came back, with what was typed; `field` null: nothing is wrong with it. */
  problem: {
    text: string;
    field: 'to' | 'roles' | 'person' | null;
    /** Null: of the invitation. */
    person: string | null;
    to: string;
    roles: Role[];
  } | null;
};

const roleNames = (roles: Role[]) => roles.map((role) => words.roles[role]).join(', ');

/** Who may do what in the studio; for admins. */
export function StudioPeopleView({ nav, people, invitations, done, problem }: StudioPeopleModel) {
  const invited = problem?.person === null ? problem : null;
  return (
    <>
      <DeskHead nav={nav} path="/studio/people" title={words.people} />
      <p className="soft">{words.peopleNote}</p>
      {problem?.field === null && <Told tone="warn" title={problem.text} />}
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
                <form method="post">
                  <WrittenBy />
                  <button className="chip" name="invitation" value={id} aria-label={`${words.endInvitation}: ${to}`}>
                    {words.endInvitation}
                  </button>
                </form>
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
