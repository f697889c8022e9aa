// Long enough to reach the link by touch or with the Tab key.
const shownMs = 8_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a result in the page's live region (`#said`), for eight seconds; with a link where there is one. */
export function tellToast(text: string, link?: { text: string; href: string }): void {
  const status = document.getElementById('said');
  if (!status) return;
  const words = document.createElement('b');
  words.textContent = text;
  status.replaceChildren(words);
  if (link) {
    const anchor = document.createElement('a');
    anchor.href = link.href;
    anchor.textContent = link.text;
    status.append(' ', anchor);
  }
  status.className = 'toast';
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
