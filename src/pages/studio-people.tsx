import { redirect } from 'react-router';
import type { Role } from '../database/schema.ts';
import { endInvitation, invite, listInvitations, listPeople, setRoles } from '../features/studio/people.server.ts';
import { staff } from '../features/studio/studio.policy.ts';
import { studioEditor as words } from '../messages/studio-editor.ts';
import { isAppError, notFound } from '../platform/errors.ts';
import { pageAction, personalLoader, type Sent } from '../platform/page-loader.server.ts';
import type { PageServices } from '../platform/page-services.server.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Handle } from '../root.tsx';
import '../ui/forms.css';
import '../features/studio/editor/studio.css';
import { ServedPage } from './served-page.tsx';
import { studioNavOf } from './studio-nav.server.ts';
import { type StudioPeopleModel, StudioPeopleView } from './studio-people-view.tsx';
import { workerHere } from './studio-staff.server.ts';

type SentHere = Sent & { problem: string; field: 'to' | 'roles' | 'person'; person: string | null; to: string };

export const handle: Handle = { place: 'me' };

async function adminHere(services: PageServices, viewer: Viewer | null, url: URL) {
  const actor = await workerHere(services, viewer, url);
  if (!actor.roles.includes('admin')) throw notFound('page');
  return actor;
}

export const loader = personalLoader<SentHere>(async ({ services, url, viewer, sent }) => {
  const actor = await adminHere(services, viewer, url);
  const { db } = services.connection;
  const done = url.searchParams.get('done');
  return {
    model: {
      nav: studioNavOf(actor),
      people: await listPeople(db),
      invitations: await listInvitations(db, services.clock()),
      done: done === 'invited' || done === 'roles' ? done : null,
      problem: sent && { text: sent.problem, field: sent.field, person: sent.person, to: sent.to },
    } satisfies StudioPeopleModel,
  };
});

const wrong = (field: SentHere['field'], problem: string, more: Partial<SentHere> = {}): SentHere => ({
  status: 400,
  problem,
  field,
  person: null,
  to: '',
  ...more,
});

/** Roles of a person, invitations, and taking them back. Each button is a form of its own. */
export const action = pageAction<SentHere>(async ({ services, url, viewer, form }) => {
  const actor = await adminHere(services, viewer, url);
  const chosen = staff.filter((role) => form.getAll('roles').includes(role));
  const person = form.get('person');
  const invitation = form.get('invitation');
  if (invitation !== null && /^[1-9]\d{0,8}$/.test(invitation)) {
    await endInvitation(services, actor, Number(invitation));
    return redirect('/studio/people', 303);
  }
  if (person !== null) return changeRoles(services, actor, person, form.get('go') === 'end' ? [] : chosen);
  const to = (form.get('to') ?? '').trim().slice(0, 320);
  if (to === '') return wrong('to', words.inviteToNeeded);
  if (chosen.length === 0) return wrong('roles', words.inviteRolesNeeded, { to });
  try {
    await invite(services, actor, { ...(to.includes('@') ? { email: to } : { phoneNo: to }), roles: chosen });
  } catch (error) {
    if (!isAppError(error) || error.status !== 400) throw error;
    return wrong('to', words.inviteToNeeded, { to });
  }
  return redirect('/studio/people?done=invited', 303);
});

async function changeRoles(
  services: PageServices,
  actor: Awaited<ReturnType<typeof adminHere>>,
  person: string,
  roles: Role[],
) {
  if (!/^[\da-f-]{36}$/.test(person)) throw notFound('person');
  try {
    await setRoles(services, actor, person, roles);
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return { ...wrong('person', words.lastAdmin, { person }), status: 409 };
  }
  return redirect('/studio/people?done=roles', 303);
}

export default function StudioPeoplePage() {
  return <ServedPage view={StudioPeopleView} className="wrap studio" />;
}
