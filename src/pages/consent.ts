import { storedHere } from '../platform/browser/stored-here.ts';

/** The consent to analytics and advertising, stored in this browser only. */
export type Answer = 'yes' | 'no' | null;

export function readAnswer(): Answer {
  const { consent } = storedHere();
  if (consent === 'yes' || consent === 'no') return consent;
  if (consent) localStorage.removeItem('consent');
  return null;
}

/** Do Not Track and Global Privacy Control count as a refusal. */
export function saysDoNotTrack(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl || doNotTrack === '1';
}

export const answerChanged = 'nagrik:consent';

/** Stores the answer, hides the bar, loads the tags after a yes. A no after a yes deletes what the tags stored. */
export function answerTags(answer: 'yes' | 'no'): void {
  const before = readAnswer();
  try {
    localStorage.setItem('consent', answer);
  } catch {
    /* storage blocked: the answer lasts for this page only */
  }
  const bar = document.getElementById('consent');
  if (bar) bar.hidden = true;
  const template = document.getElementById('tags') as HTMLTemplateElement | null;
  // As the inline script does for returning visitors; a module runs once, however often it is inserted.
  if (answer === 'yes' && !saysDoNotTrack() && template) document.head.append(template.content.cloneNode(true));
  // On demand: boot.ts brings this file to every page, whose bar asks only those who have not answered.
  if (answer === 'no' && before === 'yes') void import('./forget-tags.ts').then((tags) => tags.forgetTags());
  dispatchEvent(new Event(answerChanged));
}
