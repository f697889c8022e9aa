import { type StepModel, ProfileStepView } from './profile-step-view.tsx';
import { type ProfileModel, ProfileView } from './profile-view.tsx';

export type ProfilePageModel = { step: StepModel; overview: null } | { step: null; overview: ProfileModel };

/** The account overview, or one multi-step flow. */
export const ProfilePageView = ({ step, overview }: ProfilePageModel) =>
  step ? <ProfileStepView {...step} /> : <ProfileView {...overview} />;
