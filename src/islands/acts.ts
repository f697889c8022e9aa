import { seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { createBeacon } from '../features/tracking/client/beacon.ts';
import { answerTags, readAnswer, saysDoNotTrack } from '../pages/consent.ts';
import { storedHere } from '../platform/browser/stored-here.ts';
import { showToast } from '../ui/show-toast.ts';
import { reportProblem } from './report-problem.ts';

/**
 * Handlers of small controls in server-rendered HTML, by their `data-act` attribute. `mode` belongs to the inline
 * script.
 */
const acts: Record<string, (button: HTMLElement) => unknown> = {
  print: () => print(),
  copy: copyAddress,
  'copy-text': copyText,
  save,
  listen: (button) => import('./read-aloud.ts').then((read) => read.listen(button)),
  allow: () => answerTags('yes'),
  refuse: () => answerTags('no'),
  back: (button) => scrollRow(button, -1),
  forward: (button) => scrollRow(button, 1),
};

/** Acts that are counted for the editors' report, as 'act.copy'. */
const counted = /^(print|copy|save)/;
const whatsappLink = 'a[href^="https://wa.me/"]';

const saving = () => import('../features/schemes/client/first-save.ts');

async function save(button: HTMLElement): Promise<void> {
  try {
    await (await saving()).toggleSaved(button);
  } catch (error) {
    reportProblem('island_not_loaded', error, 'save');
    // What the page holds beside its live region: no catalogue has to come.
    showToast([document.getElementById('said')?.dataset.unsaved ?? '']);
  }
}

function copyAddress(button: HTMLElement): Promise<void> {
  return copied(button, location.href.split('#')[0] ?? '');
}

/** Copies the text of the element that `data-from` names. */
function copyText(button: HTMLElement): Promise<void> {
  return copied(button, document.getElementById(button.dataset.from ?? '')?.innerText ?? '');
}

async function copied(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  const words = button.lastChild;
  const before = words?.textContent ?? '';
  const done = button.dataset.done ?? before;
  if (!words || before === done) return;
  words.textContent = done;
  // Screen readers do not announce a change of a button's own label, so a live region does.
  showToast([done], 'vh');
  setTimeout(() => {
    words.textContent = before;
  }, 3_000);
}

function scrollRow(button: HTMLElement, direction: 1 | -1): void {
  button.closest('.head')?.nextElementSibling?.scrollBy({ left: (direction * innerWidth) / 2 });
}

export function startActs(): void {
  addEventListener('online', () => document.getElementById('no')?.remove());
  const track = createBeacon(() => !saysDoNotTrack() && readAnswer() !== 'no');
  addEventListener('click', (event) => {
    const target = event.target as Element | null;
    const button = target?.closest<HTMLElement>('[data-act]');
    const act = button?.dataset.act ?? '';
    if (button && Object.hasOwn(acts, act)) void acts[act]!(button);
    const name = target?.closest(whatsappLink) ? 'whatsapp' : counted.exec(act)?.[1];
    if (name) track(`act.${name}`);
  });
  // Marks what is saved; visitors who have saved nothing need not load the script for it.
  const { cart, saved } = storedHere();
  if ((/schemeId|pages/.test(`${cart}${saved}`) || seemsSignedIn()) && document.querySelector('[data-act=save]'))
    saving().then(
      (act) => act.markSaved(),
      () => undefined,
    );
}
