import { redirect } from 'react-router';
import type { Role } from '../../database/schema.ts';
import {
  endInvitation,
  invite,
  listInvitations,
  listPeople,
  setRoles,
} from '../../features/studio/people/people.server.ts';
import { type Actor, staff } from '../../features/studio/studio.policy.ts';
import { account } from '../../messages/account.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import type { Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import '../../ui/forms.css';
import '../../features/studio/editor/studio.css';
import { ownAction, ownLoader } from '../account/own-form.server.ts';
import { ownView } from '../account/own-view.tsx';
import { servedPage } from '../served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { type StudioPeopleModel, StudioPeopleView } from './studio-people-view.tsx';
import { owesFactor, workerHere } from './studio-staff.server.ts';

type SentHere = Sent & NonNullable<StudioPeopleModel['problem']>;

async function adminHere(services: PageServices, viewer: Viewer, url: URL) {
  const actor = await workerHere(services, viewer, url);
  if (!actor.roles.includes('admin')) throw notFound('page');
  return actor;
}

export const loader = ownLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await adminHere(services, viewer, url);
  const { db } = services.connection;
  const done = url.searchParams.get('done');
  return {
    model: {
      nav: studioNavOf(actor),
      people: await listPeople(db),
      invitations: await listInvitations(db, services.clock()),
      done: done === 'invited' || done === 'roles' ? done : null,
      problem: sent,
    } satisfies StudioPeopleModel,
  };
});

const typedIn = (form: URLSearchParams) => ({
  person: form.get('person'),
  to: (form.get('to') ?? '').trim().slice(0, 320),
  roles: staff.filter((role) => form.getAll('roles').includes(role)),
});

/** Roles of a person, invitations, and taking them back. Each button is a form of its own. */
export const action = ownAction<SentHere>({
  typed: ['to', 'roles'],
  comeBack: (form) => ({ ...typedIn(form), field: null, text: account.again.back }),
  lacksFactor: owesFactor,
  act: async ({ services, url, viewer, form }) => {
    const actor = await adminHere(services, viewer, url);
    const invitation = form.get('invitation');
    if (invitation !== null && /^[1-9]\d{0,8}$/.test(invitation)) {
      await endInvitation(services, actor, Number(invitation));
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
    try {
      if (person !== null) {
        await changeRoles(services, actor, person, form.get('go') === 'end' ? [] : roles);
        return redirect('/studio/people?done=roles', 303);
      }
      if (to === '') return wrong('to', words.inviteToNeeded);
      if (roles.length === 0) return wrong('roles', words.inviteRolesNeeded);
      await invite(services, actor, { ...(to.includes('@') ? { email: to } : { phoneNo: to }), roles });
      return redirect('/studio/people?done=invited', 303);
    } catch (error) {
      if (!isAppError(error) || error.status !== (person === null ? 400 : 409)) throw error;
      return person === null ? wrong('to', words.inviteToNeeded) : wrong('person', words.lastAdmin, 409);
    }
  },
});

async function changeRoles(services: PageServices, actor: Actor, person: string, roles: Role[]): Promise<void> {
  if (!/^[\da-f-]{36}$/.test(person)) throw notFound('person');
  await setRoles(services, actor, person, roles);
}

export default servedPage(ownView(StudioPeopleView), 'wrap studio');
