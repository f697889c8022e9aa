import { type StepModel, ProfileStepView } from './profile-step-view.tsx';
import { type ProfileModel, ProfileView } from './profile-view.tsx';

export type ProfilePageModel = { step: StepModel; overview: null } | { step: null; overview: ProfileModel };

/** The account at a glance, or one thing that takes several steps. */
export const ProfilePageView = ({ step, overview }: ProfilePageModel) =>
  step ? <ProfileStepView {...step} /> : <ProfileView {...overview} />;
