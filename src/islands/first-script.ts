// The inline script of every page: colour mode, visit cookies, view beacon, consent, and loading boot.ts on the first
// interaction. A classic script of its own (build-islands.ts), allowed by its CSP hash, so it cannot import.

const page = document;
const root = page.documentElement.dataset;
const on = addEventListener;
const here = location;
const byId = (id: string) => page.getElementById(id);

const keptAs = (key: string): string | undefined => {
  try {
    return localStorage[key] as string | undefined;
  } catch {
    // Private windows may block storage: then there is no stored choice.
  }
};

const cookie = (name: string) => page.cookie.match(`(^| )${name}=([^;]*)`)?.[2];

// Keeps the visit's id and source, and renews their 30 minutes with every page.
const keepCookie = (name: string, value: unknown) =>
  (page.cookie = `${name}=${cookie(name) || value};path=/;max-age=1800;samesite=lax${here.protocol[5] ? ';secure' : ''}`);
const cameFrom = page.referrer.split('/')[2];
const source =
  new URL(here as unknown as URL).searchParams.get('utm_source') || (cameFrom !== here.host && cameFrom) || 'direct';

// At the load event, and before any script that reads them: setting a cookie is a synchronous call to another process,
// which would delay the first paint.
const keepVisit = () => {
  keepCookie('jrk_session_id', Math.random());
  keepCookie('jrk_source', encodeURIComponent(source.match(/.{0,80}/su)![0]));
};

let isLoading: unknown;
let clicked: HTMLElement | null | undefined;

// Inserts a copy of a script that the page holds in a template: no string becomes a script (trusted types), and
// 'strict-dynamic' trusts scripts that a trusted script inserts, but not modules that it imports.
const run = (id: string | undefined) => {
  const scripts = (byId(id!) as Partial<HTMLTemplateElement> | null)?.content?.cloneNode(true);
  if (!scripts) return;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- shorter, and every page carries these bytes
  (scripts.firstChild as HTMLScriptElement).onerror = () => (isLoading = 0);
  page.head.append(scripts);
};

// The target may be the document, which has no closest(); a timer's call has no target.
const buttonAt = (event: Partial<Event>) => (event.target as Element | null)?.closest?.<HTMLElement>('[data-act]');

// A browser without findLast is too old for boot.ts's build target: the page works without script there.
const load = (event: Event | 0) => {
  const act = buttonAt(event as Event)?.dataset.act;
  // The colour mode is changed here, and must not share its frame with a request: boot.ts follows later.
  if (isLoading || act === 'mode' || !('findLast' in [])) return;
  isLoading = 1;
  keepVisit();
  run('boot');
  // What an act needs beside boot.ts, where it needs anything: boot.ts would ask for it one round trip later.
  run(act);
};

if (keptAs('color-mode') === 'dark') root.mode = 'dark';

// Fired once; from then on boot.ts handles clicks itself.
on('booted', () => clicked?.click());
on('pointerdown', load);
on('keydown', load);
on('focusin', load);
on('click', (event) => {
  const button = buttonAt(event);
  if (button?.dataset.act === 'mode') {
    root.mode = root.mode ? '' : 'dark';
    setTimeout(load, 500, 0);
    try {
      localStorage['color-mode'] = root.mode || 'light';
    } catch {
      // Without storage, the choice lasts for this page only.
    }
  } else clicked = button;
});

on('load', (event) => {
  keepVisit();
  if (cookie('(user_id|left)') || page.querySelector('[data-soon]')) load(event);
  const consent = byId('consent')!;
  const answer = keptAs('consent');
  // Do Not Track or Global Privacy Control counts as refused consent: nothing is counted and no tag is loaded.
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (browser.globalPrivacyControl || (browser.doNotTrack as unknown as number) > 0) return;
  if (answer === 'yes') run('tags');
  else if (!answer) consent.hidden = !consent.firstChild;
  if (answer !== 'no') browser.sendBeacon?.('/api/track', JSON.stringify({ name: 'view', path: here.href }));
});
