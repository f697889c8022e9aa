import { readHint, seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { startActs } from './acts.ts';
import { keepLanguage } from './keep-language.ts';
import { registerWorker } from './register-worker.ts';
import { keptInTab, storedHere } from '../platform/browser/stored-here.ts';
import { tidyStored } from './tidy-stored.ts';
import { reportProblem, watchProblems } from './report-problem.ts';
import { watchIslands } from './watch-islands.ts';

// A part whose script never loads must not delay the replayed click for ever.
const longestWaitMs = 3_000;

/** Isolates failures, so that one part cannot break the others. */
async function begin(part: () => unknown): Promise<void> {
  try {
    await part();
  } catch (error) {
    reportProblem('error', error);
  }
}

const forget = (isPersisted = false) =>
  readHint('left') !== null &&
  import('./forget-typed.ts').then((forget) => forget.forgetTyped({ isKeptWhole: isPersisted }));

// The end of a cookie, or next-auth's own sign-out, runs no script of this site.
async function forgetLeft(): Promise<void> {
  const isHere = () => ['selectedProfile', 'cart-of-account'].some((key) => key in storedHere());
  if (readHint('has_left') !== null || (!seemsSignedIn() && isHere()))
    (await import('../features/sessions/client/forget-person.ts')).forgetWhoLeft();
}

// Loaded by the inline script (first-script.ts) on the first interaction, or at once where something needs it.
watchProblems();
keepLanguage();
// Before any island reads a field that the browser has restored for whoever comes after a sign-out.
const forgotten = begin(async () => {
  await forget();
  await forgetLeft();
});
const parts = [startActs, () => forgotten.then(watchIslands), registerWorker].map(begin);
addEventListener('pageshow', ({ persisted }) => persisted && forget(persisted));
// Only the button of an island has to wait for its island.
const waited = document.querySelector('[data-island] [data-act]') ? parts : [];
void begin(tidyStored);
if (document.querySelector('[data-choice]') || 'list' in keptInTab())
  void begin(() => import('./choice.ts').then((choice) => choice.keepChoice()));
// What waits for a network is looked for where there may be some; else fetched as a form that may wait is touched.
const unsent = () => import('./unsent-here.ts').then((here) => here.startUnsent());
const waits = seemsSignedIn() ? '[data-waits]' : '[data-unsent-form]';
if (storedHere().unsent || document.querySelector(waits)) void forgotten.then(() => begin(unsent));
else
  addEventListener('focusin', ({ target }) => {
    if ((target as Element).closest?.('[data-waits]')) void begin(unsent);
  });
// Only where the browser does not ask for the page's own language first.
if (!navigator.language.startsWith(document.documentElement.lang)) void begin(() => import('./language-hint.ts'));
void Promise.race([Promise.all(waited), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]).then(() => {
  // The inline script now replays the click that triggered loading.
  dispatchEvent(new Event('booted'));
});
