import type { SchemeDetails, SchemeIntake } from '../../database/tables/schemes.ts';

/** Whether a scheme takes applications, as an editor has read it. */
export const intakeStatuses = ['open', 'paused', 'seasonal', 'closed'] as const satisfies SchemeIntake['status'][];

/** A translation without a word of it says what its original says. */
export const withIntake = (details: SchemeDetails, ofOriginal: SchemeIntake | null | undefined): SchemeDetails =>
  details.intake || !ofOriginal ? details : { ...details, intake: ofOriginal };
