import { problems } from '../../messages/problems.ts';
import { siteName } from '../../messages/site-name.ts';
import { AppError } from '../../platform/wire/errors.ts';
import { nameProblem } from './names.policy.ts';

type Names = { firstName: string; lastName: string };

/** @throws AppError 400 for names that nobody may have, judged together as others see them */
export function insistOnName({ firstName, lastName }: Names): void {
  const problem = nameProblem(`${firstName} ${lastName}`, siteName());
  if (problem === null) return;
  const path =
    nameProblem(firstName, siteName()) === null && nameProblem(lastName, siteName()) ? 'lastName' : 'firstName';
  const message = () => problems.name[problem];
  throw new AppError(400, 'validation_failed', message, { details: [{ path, message }] });
}
