const acts: Record<string, string> = { r: 'RESTORE', d: 'DELETE' };

/** Keys of the queue. Only on its boxes, so that nothing else is typed over. */
export function start(element: HTMLElement): void {
  const form = element.querySelector('form')!;
  const boxes = [...form.querySelectorAll<HTMLInputElement>('input[name=choose]')];
  form.querySelector<HTMLElement>('[data-keys]')!.hidden = false;
  form.addEventListener('keydown', (event) => {
    const at = boxes.indexOf(event.target as HTMLInputElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (key === 'j' || key === 'k') boxes[at + (key === 'j' ? 1 : -1)]?.focus();
    else if (key === 'x') boxes[at]!.checked = !boxes[at]!.checked;
    else if (key === 'a') for (const box of boxes) box.checked = true;
    else if (acts[key]) {
      // With nothing chosen, the one that has the focus.
      if (!boxes.some(({ checked }) => checked)) boxes[at]!.checked = true;
      form.querySelector<HTMLButtonElement>(`button[name=together][value=${acts[key]}]`)!.click();
    }
  });
}
