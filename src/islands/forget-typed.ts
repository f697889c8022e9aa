// Going back is how the next person on a shared phone would find what the last one typed: browsers restore the fields
// of pages in the session history. After a sign-out, pages that were opened before it come back with empty fields.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Value of the cookie that a sign-out leaves (features/sessions/client/forget-person.ts); null where nobody left. */
const leftAt = (): string | null => /(?:^|; )left=(\d+)/.exec(document.cookie)?.[1] ?? null;

// What an island has drawn came from the server or from this person.
function emptyFields(): void {
  // What could not be sent stands in the fields as the page's own (cached-pages.ts).
  document.querySelector('[data-unsent-form]')?.remove();
  for (const field of document.querySelectorAll<Field>(':is(input, textarea, select):not([data-drawn] *)'))
    if (field instanceof HTMLSelectElement)
      for (const option of field.options) option.selected = option.defaultSelected;
    else if (field.type === 'checkbox' || field.type === 'radio')
      (field as HTMLInputElement).checked = (field as HTMLInputElement).defaultChecked;
    else if (field.type === 'file') field.value = '';
    else if (field.type !== 'hidden') field.value = field.defaultValue;
}

function forgetDrafts(): void {
  try {
    sessionStorage.clear();
  } catch {
    /* storage is blocked: no draft */
  }
}

/**
 * Marks the history entry of whoever is here now; empties the fields of one that was opened before the sign-out.
 * @param isOpen in a tab that was open while another one signed out: its drafts are the former person's, too
 */
export function forgetTyped({ isKeptWhole = false, isOpen = false } = {}): void {
  const left = leftAt();
  const state = history.state as { left?: string } | null;
  if (left === null || state?.left === left) return;
  // On a slow network another tab may sign out while this one waits for its script.
  const isOlder = performance.timeOrigin < Number(left);
  if (isOpen || isOlder) forgetDrafts();
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (isKeptWhole || isOlder || opened?.type !== 'navigate') {
    emptyFields();
    // Some browsers restore fields as late as the load event.
    if (document.readyState !== 'complete') addEventListener('load', emptyFields);
  }
  // A page from the back/forward cache shows what its islands have drawn, too. It is fetched by a navigation, since a
  // reload would offer to send the former person's form again.
  if (isKeptWhole && location.hash === '') location.replace(location.href);
  else if (isKeptWhole) location.reload();
  else markEntries(left);
}

/** This entry and those of links within the page are the present person's. */
function markEntries(left: string): void {
  const mark = () => history.replaceState({ ...(history.state as object | null), left }, '');
  mark();
  addEventListener('hashchange', mark);
}
