import type { SchemeDetails, SchemeIntake } from '../../database/tables/schemes.ts';
import { intake as words } from '../../messages/intake.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

/** Whether a scheme takes applications, as an editor has read it. */
export const intakeStatuses = ['open', 'paused', 'seasonal', 'closed'] as const satisfies SchemeIntake['status'][];

/** A translation without a word of it says what its original says. */
export const withIntake = (details: SchemeDetails, ofOriginal: SchemeIntake | null | undefined): SchemeDetails =>
  details.intake || !ofOriginal ? details : { ...details, intake: ofOriginal };

/** Once its day has passed, a record no longer says what holds; a scheme that was closed stays so. */
export const intakeText = ({ status, day }: SchemeIntake, today = dayInIndia()): string =>
  day !== undefined && day < today && status !== 'closed' ? words.past(day) : words[status](day);
