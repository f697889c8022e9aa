import { createProfile } from '../../features/profiles/create-profile.server.ts';
import { createProfileInput, updateProfileInput } from '../../features/profiles/profiles.contract.ts';
import { findSelf, updateProfile } from '../../features/profiles/profiles.queries.server.ts';
import { withdrawReferralConsent } from '../../features/privacy/all-consents.server.ts';
import { removeProfile, withdrawChildConsent } from '../../features/profiles/remove-profile.server.ts';
import { endOtherSessions } from '../../features/sessions/open-session.server.ts';
import { deleteSession } from '../../features/sessions/sessions.queries.server.ts';
import { changeNames } from '../../features/users/change-names.server.ts';
import { updateUserInput } from '../../features/users/users.contract.ts';
import type { UserRow } from '../../features/users/users.queries.server.ts';
import { account } from '../../messages/account.ts';
import { AppError, isAppError } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import type { Refused } from './profile-family-view.tsx';

type Acting = { services: PageServices; form: URLSearchParams; viewer: Viewer; user: UserRow };
type Notice = keyof typeof account.told;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const textOf = (form: URLSearchParams, name: string) => (form.get(name) ?? '').trim();
const idOf = (form: URLSearchParams) => (/^[1-9]\d{0,8}$/.test(form.get('id') ?? '') ? Number(form.get('id')) : 0);
const problems = (): Record<string, string> => ({
  firstName: account.badName,
  lastName: account.badName,
  phoneNo: account.badMobile,
  relation: account.relationNeeded,
});

/** Handles one form of the account page. @returns the confirmation, or the validation errors */
export async function actOnAccount(acting: Acting): Promise<Notice | Refused> {
  try {
    return await act(acting);
  } catch (error) {
    // Removed meanwhile in another tab: show the current state.
    if (!isAppError(error) || error.status >= 500 || error.status === 401) throw error;
    // For one more person there may be no room: what was typed stays in its form.
    const form = acting.form.get('intent') === 'add' ? 'add' : null;
    return { form, text: error.message, typed: form ? typedAgain(acting.form).typed : {}, errors: {} };
  }
}

/** What a form held when its session had ended, shown again in it. */
export function typedAgain(form: URLSearchParams): Refused {
  const intent = form.get('intent');
  return {
    form: intent === 'edit' ? String(idOf(form)) : intent,
    text: account.again.back,
    isKept: true,
    typed: {
      relation: textOf(form, 'relation'),
      firstName: textOf(form, 'firstName'),
      lastName: textOf(form, 'lastName'),
      phoneNo: textOf(form, 'phoneNo'),
      hasConsent: form.get('consent') === 'yes',
    },
    errors: {},
  };
}

async function act({ services, form, viewer, user }: Acting): Promise<Notice | Refused> {
  const { db } = services.connection;
  switch (form.get('intent')) {
    case 'name':
      return saveName(services, form, user);
    case 'add':
      return addPerson(services, form, user);
    case 'edit':
      return changePerson(services, form, user);
    case 'remove':
      await removeProfile(db, user.id, idOf(form));
      return 'removed';
    case 'end-device': {
      const id = textOf(form, 'id');
      if (uuid.test(id)) await deleteSession(db, id, user.id);
      return 'ended';
    }
    case 'end-others':
      await endOtherSessions(services, user.id, viewer.sessionId);
      return 'endedOthers';
    case 'withdraw':
      await withdrawChildConsent(db, user.id, idOf(form));
      return 'withdrawn';
    case 'withdraw-referral': {
      const id = Number(textOf(form, 'id'));
      await withdrawReferralConsent(db, user.id, Number.isSafeInteger(id) ? id : 0);
      return 'withdrawnReferral';
    }
    default:
      throw new AppError(400, 'validation_failed', () => account.somethingWrong);
  }
}

type Issue = { path: PropertyKey[] };
const errorsOf = (issues: Issue[]) =>
  Object.fromEntries(
    issues.map(({ path: [field] }) => [String(field), problems()[String(field)] ?? account.somethingWrong]),
  );

async function saveName(services: PageServices, form: URLSearchParams, user: UserRow): Promise<Notice | Refused> {
  const typed = { firstName: textOf(form, 'firstName'), lastName: textOf(form, 'lastName') };
  const parsed = updateUserInput.safeParse(typed);
  if (!parsed.success) return { form: 'name', typed, errors: errorsOf(parsed.error.issues) };
  try {
    await changeNames(services, user.id, parsed.data);
  } catch (error) {
    if (!isAppError(error) || ![400, 403, 429].includes(error.status)) throw error;
    const field = error.details?.[0]?.path ?? 'firstName';
    return { form: 'name', typed, errors: { [field]: error.status === 403 ? account.nameSuspended : error.message } };
  }
  const self = await findSelf(services.connection.db, user.id);
  if (self) await updateProfile(services.connection.db, user.id, self.id, typed);
  return 'name';
}

async function addPerson(
  { connection: { db } }: PageServices,
  form: URLSearchParams,
  user: UserRow,
): Promise<Notice | Refused> {
  const typed = {
    relation: textOf(form, 'relation'),
    firstName: textOf(form, 'firstName'),
    lastName: textOf(form, 'lastName'),
    phoneNo: textOf(form, 'phoneNo'),
  };
  const hasConsent = form.get('consent') === 'yes';
  const parsed = createProfileInput.safeParse({
    ...typed,
    ...(typed.relation === 'CHILD' ? { consent: hasConsent } : {}),
  });
  const errors = {
    ...(parsed.success ? {} : errorsOf(parsed.error.issues.filter(({ path }) => path[0] !== 'consent'))),
    ...(typed.firstName === '' ? { firstName: account.nameNeeded } : {}),
    ...(typed.relation === '' || typed.relation === 'SELF' ? { relation: account.relationNeeded } : {}),
    ...(typed.relation === 'CHILD' && !hasConsent ? { consent: account.childConsentNeeded } : {}),
  };
  if (!parsed.success || Object.keys(errors).length > 0) return { form: 'add', typed, errors };
  await createProfile(db, user.id, parsed.data);
  return 'added';
}

async function changePerson(
  { connection: { db } }: PageServices,
  form: URLSearchParams,
  user: UserRow,
): Promise<Notice | Refused> {
  const typed = {
    firstName: textOf(form, 'firstName'),
    lastName: textOf(form, 'lastName'),
    phoneNo: textOf(form, 'phoneNo'),
  };
  const parsed = updateProfileInput.safeParse(typed);
  const errors = {
    ...(parsed.success ? {} : errorsOf(parsed.error.issues)),
    ...(typed.firstName === '' ? { firstName: account.nameNeeded } : {}),
  };
  if (!parsed.success || Object.keys(errors).length > 0) return { form: String(idOf(form)), typed, errors };
  await updateProfile(db, user.id, idOf(form), parsed.data);
  return 'changed';
}
