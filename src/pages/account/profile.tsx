import { redirect } from 'react-router';
import { findUser } from '../../features/users/users.queries.server.ts';
import '../../ui/forms.css';
import { actOnAccount, typedAgain } from './act-on-account.server.ts';
import { actOnStep, getStepModel, type SentStep, stepAgain } from './account-steps.server.ts';
import { ownAction, ownLoader, type OwnArgs } from './own-form.server.ts';
import { ownView } from './own-view.tsx';
import { getProfileModel } from './profile-model.server.ts';
import { type StepModel, ProfileStepView } from './profile-step-view.tsx';
import { type ProfileModel, ProfileView } from './profile-view.tsx';
import type { Refused } from './profile-family-view.tsx';
import { account } from '../../messages/account.ts';
import { servedPage } from '../served-page.tsx';

type SentHere = { status: number; retryAfterSeconds?: number | undefined; refused?: Refused; step?: SentStep };

const isNotice = (text: string | null): text is keyof typeof account.told =>
  text !== null && Object.hasOwn(account.told, text);

export const loader = ownLoader(async ({ services, url, viewer, sent }: OwnArgs<SentHere>) => {
  const user = await findUser(services.connection.db, viewer.userId);
  if (!user) throw redirect('/login', 303);
  const step = await getStepModel(services, viewer, user, url, sent?.step ?? null);
  if (step) return { model: { step, overview: null } satisfies ProfilePageModel };
  const notice = url.searchParams.get('told');
  const open = url.searchParams.get('do');
  const overview = await getProfileModel(services, viewer, user, {
    open: sent?.refused?.form ?? open,
    told: isNotice(notice) ? notice : null,
    refused: sent?.refused ?? null,
  });
  return { model: { step: null, overview } satisfies ProfilePageModel };
});

export const action = ownAction<SentHere>({
  typed: ['firstName', 'lastName', 'phoneNo', 'relation', 'identifier'],
  comeBack: (form) => {
    const typed = form.get('identifier');
    return typed === null ? { status: 200, refused: typedAgain(form) } : { status: 200, step: stepAgain(typed) };
  },
  act: async ({ services, form, url, viewer, address, cookie, setCookies }) => {
    const user = await findUser(services.connection.db, viewer.userId);
    if (!user) return redirect('/login', 303);
    const step = await actOnStep({ services, form, url, viewer, user, address, cookie, setCookies });
    if (step)
      return step instanceof Response ? step : { status: step.status, retryAfterSeconds: step.retryAfterSeconds, step };
    const done = await actOnAccount({ services, form, viewer, user });
    return typeof done === 'string' ? redirect(`/profile?told=${done}#told`, 303) : { status: 400, refused: done };
  },
});

type ProfilePageModel = { step: StepModel; overview: null } | { step: null; overview: ProfileModel };

/** The account overview, or one multi-step flow. */
function ProfilePageView({ step, overview }: ProfilePageModel) {
  return step ? <ProfileStepView {...step} /> : <ProfileView {...overview} />;
}

export default servedPage(
  ownView(ProfilePageView),
  undefined,
  { name: 'code', when: 'first-touch' },
  { name: 'forget', when: 'first-touch' },
);
