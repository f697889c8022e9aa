import { papersTicked, selectedProfile, ticksIn, writeTicks } from '../../platform/browser/local-store.ts';

/** `have`: a sentence with -1 in the place of the number. */
type Props = { text: string; copied: string; have: string };

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[data-papers] input[type=checkbox]')];

/** Keeps ticks on this device, counts them, and copies the list as text. */
export function start(element: HTMLElement, { text, copied, have }: Props): void {
  const status = element.querySelector('[role=status]')!;
  const button = element.querySelector('button')!;

  const show = () => {
    const ticked = new Set(ticksIn(papersTicked));
    const all = boxes();
    for (const box of all) box.checked = ticked.has(box.value);
    status.textContent = have.replace('-1', String(all.filter(({ checked }) => checked).length));
  };
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-papers]')) return;
    const others = ticksIn(papersTicked).filter((id) => id !== target.value);
    writeTicks(papersTicked, target.checked ? [...others, target.value] : others);
  });
  papersTicked.subscribe(show);
  // Each person has papers of their own.
  selectedProfile.subscribe(show);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = copied;
    });
  });
  // Ticks made before this script had loaded count as well.
  const before = boxes().flatMap((box) => (box.checked ? [box.value] : []));
  if (before.length > 0) writeTicks(papersTicked, [...new Set([...ticksIn(papersTicked), ...before])]);
  show();
  element.classList.remove('later');
}
