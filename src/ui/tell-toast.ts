// Long enough to reach a link by touch or with the Tab key.
const shownMs = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a result in the page's live region (`#said`), for eight seconds.
 * @param look 'vh' where the result is to be seen elsewhere: for screen readers alone
 */
export function tellToast(content: Iterable<Node | string>, look = 'toast'): void {
  const status = document.getElementById('said');
  if (!status) return;
  status.replaceChildren(...content);
  status.className = look;
  clearTimeout(timer);
  const hide = () => {
    // Never hide it under the pointer or while it has the focus.
    if (status.matches(':hover, :focus-within')) timer = setTimeout(hide, shownMs);
    else {
      status.className = 'vh';
      status.replaceChildren();
    }
  };
  timer = setTimeout(hide, shownMs);
}
