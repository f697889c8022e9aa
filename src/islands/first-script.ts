// The inline script of every page: colour mode, visit cookies, view beacon, consent, and loading boot.ts on the first
// interaction. A classic script of its own (build-islands.ts), allowed by its CSP hash, so it cannot import.

const page = document;
const root = page.documentElement.dataset;
const on = addEventListener;
const here = location;
const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
const modeKey = 'color-mode';
const find = (selector: string) => page.querySelector<HTMLElement>(selector);

// Finds a cookie, or a parameter, by the end of its name, too: these bytes are on every page.
const valueOf = (name: string, text = page.cookie) => text.match(`${name}=([^;&]*)`)?.[1];

// Keeps the visit's id and source, and renews their 30 minutes with every page.
const keepCookie = (name: string, value: unknown) =>
  (page.cookie = `jrk_s${name}=${valueOf(name) || value};path=/;max-age=1800;samesite=lax${here.protocol[5] ? ';secure' : ''}`);
const cameFrom = page.referrer.split('/')[2];

// At the load event, and before any script that reads them: setting a cookie is a synchronous call to another process,
// which would delay the first paint.
const keepVisit = () => {
  keepCookie('ession_id', Math.random());
  // As it stands in the address: percent-encoded by the browser, and never beyond a semicolon.
  keepCookie('ource', valueOf('utm_source', here.search) || (cameFrom !== here.host && cameFrom) || 'direct');
};

let stored: Partial<Record<string, string>> & { clear?(nothing: void): void } = {};
let isLoading: unknown;
let clicked: HTMLElement | null | undefined;

// Inserts a copy of a script, or of words, that the page holds in a template: no string becomes a script (trusted types), and
// 'strict-dynamic' trusts scripts that a trusted script inserts, but not modules that it imports.
const run = (id: string | undefined) => {
  const scripts = (find(`#${id}`) as Partial<HTMLTemplateElement> | null)?.content?.cloneNode(true);
  if (!scripts) return;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- shorter, and every page carries these bytes
  (scripts.firstChild as HTMLScriptElement).onerror = () => (isLoading = 0);
  page.body.append(scripts);
};

// The target may be the document, which has no closest().
const buttonAt = (event: Event) => (event.target as Element).closest?.<HTMLElement>('[data-act]');

// A browser without findLast is too old for boot.ts's build target: the page works without script there.
const load = (event: Event, act = buttonAt(event)?.dataset.act) => {
  // The colour mode is changed here, and must not share its frame with a request: boot.ts follows with the next touch.
  if (isLoading || act === 'mode' || !([] as { findLast?: unknown }).findLast) return;
  isLoading = 1;
  keepVisit();
  run('boot');
  // What an act needs beside boot.ts, where it needs anything: boot.ts would ask for it one round trip later.
  run(act);
};

// Whether something else handles it already; otherwise it is handled here.
const handles = (event: Event): unknown => event.defaultPrevented || event.preventDefault();

try {
  stored = localStorage;
} catch {
  // Private windows may block storage: then there is no stored choice.
}

if (stored[modeKey] === 'dark') root.mode = 'dark';

// Fired once; from then on boot.ts handles clicks itself.
on('booted', () => clicked?.click());
on('pointerdown', load);
on('focusin', load);
on('click', (event) => {
  clicked = buttonAt(event);
  // The one act that is a link, the quick exit, tapped before its script is here: nothing of the visit may stay in the
  // history or in storage (pages kept for reading offline do). Where storage is blocked `stored` has no clear(), and sessionStorage is not touched.
  if ((clicked as HTMLAnchorElement | null)?.href) {
    if (!handles(event)) {
      stored.clear?.(sessionStorage.clear());
      // As a string, a link is its address.
      here.replace(clicked as unknown as string);
    }
  } else if (clicked?.dataset.act === 'mode') {
    clicked = null;
    // Without storage, the choice lasts for this page only.
    stored[modeKey] = (root.mode = root.mode ? '' : 'dark') || 'light';
  }
});

// Here, and not in boot.ts: without a connection that may never come, and the browser's error page would replace the
// form with what was typed. GET forms go: the service worker answers them.
on(
  'submit',
  (event) =>
    browser.onLine || (event.target as HTMLFormElement).method < 'p' || handles(event) || find('#no') || run('off'),
);

on('load', (event) => {
  keepVisit();
  // user_id, left, has_left: boot.ts erases what an account left here after its session ended. saved: what is saved is
  // marked before the first touch, which would remove it.
  if (valueOf('(r_id|left)') || stored.selectedProfile || find('[data-soon]') || stored.saved) load(event);
  const answer = stored.consent;
  // Do Not Track or Global Privacy Control counts as refused consent: nothing is counted and no tag is loaded.
  if (browser.globalPrivacyControl || (browser.doNotTrack as unknown as number) > 0) return;
  if (!answer) find('#consent')!.hidden = false;
  else if (answer === 'yes') run('tags');
  if (answer !== 'no') browser.sendBeacon?.('/api/track', JSON.stringify({ name: 'view', path: here.href }));
});
