/** Of a toast without a link, by the specification. */
export const briefMs = 3_000;
// Long enough to reach a link by touch or with the Tab key.
const shownMs = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a result in the page's live region (`#said`), which moves into an open dialog: behind it the page is inert.
 * @param look 'vh' where the result is to be seen elsewhere: for screen readers alone
 */
export function showToast(content: Iterable<Node | string>, look = 'toast', ms = shownMs): void {
  const status = document.getElementById('said');
  if (!status) return;
  status.replaceChildren(...content);
  status.className = look;
  clearTimeout(timer);
  const hide = () => {
    // Never hide it under the pointer or while it has the focus.
    if (status.matches(':hover, :focus-within')) timer = setTimeout(hide, ms);
    else {
      status.className = 'vh';
      status.replaceChildren();
    }
  };
  timer = setTimeout(hide, ms);
}
