import { catalogue } from './catalogue.ts';

// Separate from en.ts: every page of a signed-in visitor loads these.

// Wording fixed by the specification, its misspelt 'occured' included.
export const callFailures = catalogue({
  unauthenticated: 'Session expired, Sign in to continue.',
  badRequest: 'Bad Request',
  forbidden: "Forbidden. You don't have permission.",
  other: 'An error occurred',
  noResponse: 'No response received from server',
  deletion: 'An error occured',
  comment: 'Error posting comment',
  share: (status: number, statusText: string) => `Error: ${status} - ${statusText}`,
});
