import { seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { createBeacon } from '../features/tracking/client/beacon.ts';
import { answerTags, readAnswer, saysDoNotTrack } from '../pages/consent.ts';
import { reportProblem } from './report-problem.ts';

/**
 * Handlers of small controls in server-rendered HTML, by their `data-act` attribute. `mode` belongs to the inline
 * script.
 */
const acts: Record<string, (button: HTMLElement) => unknown> = {
  print: () => window.print(),
  copy: copyAddress,
  'copy-text': copyText,
  save,
  allow: () => answerTags('yes'),
  refuse: () => answerTags('no'),
  back: (button) => scrollRow(button, -1),
  forward: (button) => scrollRow(button, 1),
};

/** Acts that are counted for the editors' report. */
const told: Record<string, string> = {
  print: 'act.print',
  copy: 'act.copy',
  'copy-text': 'act.copy',
  save: 'act.save',
};
const toldLink = 'a[href^="https://wa.me/"]';

const saving = () => import('../features/schemes/client/save-act.ts');

// Screen readers do not announce a change of a button's own label, so a live region does.
function say(text: string, look = 'vh'): void {
  const status = document.getElementById('said');
  if (!status) return;
  status.textContent = text;
  status.className = look;
}

async function save(button: HTMLElement): Promise<void> {
  try {
    await (await saving()).toggleSaved(button);
  } catch (error) {
    reportProblem('island_not_loaded', error, 'save');
    say(document.getElementById('said')?.dataset.unsaved ?? '', 'toast');
    setTimeout(() => say(''), 8_000);
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
  say(done);
  setTimeout(() => {
    words.textContent = before;
    say('');
  }, 3_000);
}

function scrollRow(button: HTMLElement, direction: 1 | -1): void {
  button.closest('.head')?.nextElementSibling?.scrollBy({ left: direction * window.innerWidth * 0.5 });
}

/** Marks saved items on the page's buttons; visitors with an empty cart need not load the script for it. */
function hasSaved(): boolean {
  try {
    return /schemeId/.test(localStorage.getItem('cart') ?? '') || seemsSignedIn();
  } catch {
    return false;
  }
}

export function startActs(): void {
  const tell = createBeacon(() => !saysDoNotTrack() && readAnswer() !== 'no');
  document.addEventListener('click', (event) => {
    const target = event.target as Element | null;
    const button = target?.closest<HTMLElement>('[data-act]');
    const act = button?.dataset.act ?? '';
    if (button && Object.hasOwn(acts, act)) void acts[act]!(button);
    const name = target?.closest(toldLink) ? 'act.whatsapp' : told[act];
    if (name) tell(name);
  });
  if (hasSaved() && document.querySelector('[data-act=save]'))
    saving().then(
      ({ markSaved }) => markSaved(),
      () => undefined,
    );
}
