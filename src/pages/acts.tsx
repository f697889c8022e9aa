import { useEffect } from 'react';
import { createBeacon } from '../features/tracking/client/beacon.ts';
import { answerTags, readAnswer, saysDoNotTrack } from './consent.ts';

/** The small controls inside what the server rendered: buttons that say what they do in `data-act`. */
const acts: Record<string, (button: HTMLElement) => void> = {
  mode() {
    const { dataset } = document.documentElement;
    const mode = dataset.mode === 'dark' ? 'light' : 'dark';
    if (mode === 'dark') dataset.mode = 'dark';
    else delete dataset.mode;
    try {
      localStorage.setItem('color-mode', mode);
    } catch {
      /* private windows may refuse; the choice then lasts for this page */
    }
  },
  print() {
    window.print();
  },
  async copy(button) {
    await navigator.clipboard.writeText(location.href.split('#')[0] ?? '');
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
  },
  async aside(button) {
    say((await putAside()).toggleAside(button));
  },
  allow: () => answerTags('yes'),
  refuse: () => answerTags('no'),
  back: (button) => scrollRow(button, -1),
  forward: (button) => scrollRow(button, 1),
};

/** Of which editors are told how often it is done. */
const told: Record<string, string> = { print: 'act.print', copy: 'act.copy', aside: 'act.aside' };
const toldLink = 'a[href^="https://wa.me/"]';

const putAside = () => import('../features/schemes/client/put-aside-act.ts');

// A change of a button's own words is not read out by itself.
function say(text: string) {
  const status = document.getElementById('said');
  if (status) status.textContent = text;
}

function scrollRow(button: HTMLElement, direction: 1 | -1) {
  button.closest('.head')?.nextElementSibling?.scrollBy({ left: direction * window.innerWidth * 0.5 });
}

export function Acts() {
  useEffect(() => {
    const tell = createBeacon(() => !saysDoNotTrack() && readAnswer() !== 'no');
    const onClick = (event: MouseEvent) => {
      const target = event.target as Element | null;
      const button = target?.closest<HTMLElement>('[data-act]');
      const act = button?.dataset.act ?? '';
      if (button) acts[act]?.(button);
      const name = target?.closest(toldLink) ? 'act.whatsapp' : told[act];
      if (name) tell(name);
    };
    document.addEventListener('click', onClick);
    if (document.querySelector('[data-act=aside]'))
      putAside().then(
        ({ markAside }) => markAside(),
        () => undefined,
      );
    // What was clicked before React was there is clicked again now (visit-script.ts).
    dispatchEvent(new Event('nagrik:ready'));
    return () => document.removeEventListener('click', onClick);
  }, []);
  return <p id="said" className="vh" role="status" />;
}
