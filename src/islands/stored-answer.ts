import { readTab, tabKeys, writeTab } from '../platform/browser/tab-store.ts';

// What a form answered comes back on Back and on a reload: this tab keeps the fields, and their entry in the session
// history names them. Never the address.

const keyOfEntry = () => (history.state as { answer?: string } | null)?.answer;

/** Also turns an entry that was posted into a GET, so that neither Back nor a reload offers to send the form again. */
export function keepAnswer(texts: Record<string, string>): void {
  const answer = keyOfEntry() ?? `answer:${Date.now()}`;
  writeTab(answer, texts);
  history.replaceState({ ...(history.state as object | null), answer }, '');
}

/** What stands in a form that was not sent yet, beside what it answered before. */
export function keepTyped(fields: string): void {
  const before = storedAnswer();
  const key = keyOfEntry();
  const typed = { typed: fields, at: location.pathname };
  if (before && key !== undefined) writeTab(key, { ...before, ...typed });
  else keepAnswer(typed);
}

/** Once this page's form was sent: on Back, somebody else may hold the phone. */
export function discardTyped(): void {
  for (const key of tabKeys('answer:')) if (readTab(key)?.at === location.pathname) writeTab(key, null);
}

/** What this entry of the session history answered; null where it answered nothing, or for somebody else. */
export function storedAnswer(): Record<string, string> | null {
  const key = keyOfEntry();
  return key === undefined ? null : readTab(key);
}
