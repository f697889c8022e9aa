import { readHint } from '../features/sessions/client/hint-cookies.ts';
import { unsent as words } from '../messages/unsent.ts';
import { visitNow } from '../platform/http/read-cookie.ts';
import { loginAddress } from '../platform/http/safe-redirect.ts';
import { readTab, tabKeys, writeTab } from '../platform/browser/tab-store.ts';
import { addUnsent, listUnsent, removeUnsent, type Unsent, type UnsentKind } from '../platform/browser/unsent-store.ts';
import { make } from '../ui/make.ts';
import { showToast } from '../ui/show-toast.ts';
import { fill } from './bring-back.ts';
import { bodyOf, goTo } from './send-form.ts';
import { sendUnsent } from './send-unsent.ts';
import { areTranslated } from './translate-later.ts';

// Forms with `data-waits` (their kind), and reactions: what has no network waits, is shown, and goes by itself.

/** Kinds that need no account; others wait for who is signed in. */
const forEverybody: UnsentKind[] = ['message', 'complaint'];
const editKey = 'unsent-edit';
// Who presses the button again themselves comes first.
const calmMs = 1_500;

const ownerHere = () => readHint('user_id') ?? '';
const isMine = ({ owner, visit }: Unsent) => owner === ownerHere() && (owner !== '' || visit === visitNow());
const isOthers = ({ owner }: Unsent) => owner !== '' && ownerHere() === '';

/** What was queued from a form of this page: sent once more, it takes the place of the first. */
const idOf = new WeakMap<HTMLElement, string>();

/** Of a reaction, what stands before the wish: see thread-acts.ts. */
const aboutOf = (kind: UnsentKind, address: string, body: string): string =>
  kind === 'follow' ? address : kind === 'reaction' ? body.split(',"liked"', 1)[0]! : '';

async function queue(place: HTMLElement, kind: UnsentKind | undefined, address: string, body: string): Promise<void> {
  if (!kind || (ownerHere() === '' && !forEverybody.includes(kind))) return;
  const id = idOf.get(place) ?? crypto.randomUUID();
  const { pathname, search } = location;
  const about = aboutOf(kind, address, body);
  const entry: Unsent = {
    id,
    owner: ownerHere(),
    visit: visitNow(),
    at: Date.now(),
    kind,
    about,
    address,
    page: pathname + search,
    body,
    state: 'waits',
  };
  // Storage is refused in some private windows: then the words stay in their form alone.
  const isKept = await addUnsent(entry).catch(() => null);
  if (isKept === null) return;
  if (!isKept) return showToast([words.full]);
  idOf.set(place, id);
  note(true);
  await show(place);
  const registration = (await navigator.serviceWorker?.ready) as
    { sync?: { register(tag: string): Promise<void> } } | undefined;
  await registration?.sync?.register('unsent').catch(() => undefined);
}

/** Who has nothing waiting need not look for it (boot.ts). */
function note(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem('unsent', '1');
    else localStorage.removeItem('unsent');
  } catch {
    /* storage is blocked: shown on this page only */
  }
}

function addressOf(form: HTMLFormElement): string {
  const { pathname, search } = new URL(form.action);
  return pathname + search;
}

const formFor = ({ address, kind }: Unsent) =>
  [...document.querySelectorAll<HTMLFormElement>(`form[data-waits=${kind}]`)].find(
    ({ action }) => action === new URL(address, location.origin).href,
  );

async function edit(entry: Unsent): Promise<void> {
  const form = formFor(entry);
  // The words are elsewhere before they leave the store.
  if (form) putBack(form, entry.body);
  else writeTab(editKey, { page: entry.page, kind: entry.kind, body: entry.body });
  await removeUnsent(({ id }) => id === entry.id);
  if (!form) location.assign(entry.page);
  await show();
}

function putBack(form: HTMLFormElement, body: string): void {
  fill(form, new URLSearchParams(body));
  form.querySelector<HTMLElement>('textarea')?.focus();
}

/** The words of a form that is being edited come back on its page. */
function bringEdited(): void {
  const edited = readTab(editKey);
  if (edited?.page !== location.pathname + location.search) return;
  const form = document.querySelector<HTMLFormElement>(`form[data-waits=${edited.kind}]`);
  // The offline page has no such form: the words wait for the page itself.
  if (!form) return;
  writeTab(editKey, null);
  putBack(form, edited.body!);
}

const textOf = ({ kind, body }: Unsent): string => {
  if (kind === 'reaction' || kind === 'follow') return '';
  const fields = new URLSearchParams(body);
  const text = ['title', 'subject', 'body', 'text'].map((name) => fields.get(name)).find(Boolean) ?? '';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
};

function lineOf(entry: Unsent): HTMLElement {
  const text = textOf(entry);
  // Described, not named by its words: a field of the page has that name.
  const line = `unsent-${entry.id}`;
  const act = (label: string, onClick: () => unknown) => {
    const button = make('button', { type: 'button', class: 'tool', 'aria-describedby': line }, label);
    button.addEventListener('click', () => void onClick());
    return button;
  };
  const discard = () => removeUnsent(({ id }) => id === entry.id).then(() => show());
  return make(
    'li',
    {},
    make('p', { id: line }, make('b', {}, words.kinds[entry.kind]), ...(text ? [`: ${text}`] : [])),
    ...(entry.state === 'refused' ? [make('p', {}, words.refused)] : []),
    ...(entry.state === 'signIn' ? [make('p', {}, words.signIn(1), ' ', signInLink(entry.page))] : []),
    make('div', { class: 'acts' }, ...(text ? [act(words.edit, () => edit(entry))] : []), act(words.discard, discard)),
  );
}

const signInLink = (page: string) => make('a', { href: loginAddress(page) }, words.toSignIn);

let shown: Unsent[] = [];

/** @param place the form that was just sent, beside which it is seen; else at the top of the page */
async function show(place?: HTMLElement): Promise<void> {
  const all = await listUnsent().catch(() => null);
  if (all === null) return;
  await areTranslated();
  const mine = all.filter(isMine);
  const others = all.filter(isOthers).length;
  if (all.length === 0) note(false);
  shown = mine;
  const before = document.getElementById('unsent-here');
  if (mine.length + others === 0) return before?.remove();
  const now = make('button', { type: 'button', class: 'btn' }, words.sendNow);
  now.addEventListener('click', () => void send());
  const box = make(
    'section',
    { id: 'unsent-here', class: 'call note', 'aria-labelledby': 'unsent-heading', tabindex: '-1' },
    make('b', { id: 'unsent-heading' }, words.heading),
    ...(mine.length > 0 ? [make('p', {}, words.note), make('ul', {}, ...mine.map(lineOf))] : []),
    ...(others > 0 ? [make('p', {}, words.signIn(others), ' ', signInLink(location.pathname + location.search))] : []),
    ...(mine.length > 0 ? [make('div', { class: 'acts' }, now)] : []),
  );
  if (before && !place) before.replaceWith(box);
  else {
    before?.remove();
    const main = document.getElementById('main');
    if (place) place.after(box);
    else (main?.querySelector('.wrap') ?? main)?.prepend(box);
  }
  // Screen readers are told what the eye sees beside the form.
  if (place && document.getElementById('said')?.textContent === '')
    showToast([`${words.heading}. ${words.note}`], 'vh');
}

/** This tab's draft of what is sent now (keep-draft.ts). */
function dropDraft({ body }: Unsent): void {
  const fields = new URLSearchParams(body);
  for (const key of tabKeys('draft:')) {
    const texts = Object.entries(readTab(key) ?? {});
    if (texts.length > 0 && texts.every(([name, text]) => fields.get(name)?.replace(/\r\n/g, '\n') === text))
      writeTab(key, null);
  }
}

/** What went leaves the page as it would have at the first press: on to the post, or a word that it went. */
async function send(): Promise<void> {
  const known = shown;
  const { sent } = await sendUnsent(ownerHere);
  for (const { entry } of sent) dropDraft(entry);
  await show();
  const here = sent.find(({ entry, place }) => place !== null && isStillShown(entry));
  if (here) {
    const form = formFor(here.entry)!;
    form.dispatchEvent(new Event('posted'));
    return goTo(new URL(here.place!, location.href));
  }
  // By the worker or another tab, too.
  const gone = known.filter(({ id }) => shown.every((each) => each.id !== id));
  const written = gone.find(isStillShown);
  if (written && sent.length === 0) {
    formFor(written)!.dispatchEvent(new Event('posted'));
    dropDraft(written);
    formFor(written)!.reset();
    return location.reload();
  }
  const place = sent.findLast((each) => each.place !== null)?.place;
  if (sent.length + gone.length === 0) return;
  showToast([words.sent, ...(place ? [' ', make('a', { href: place }, words.seeIt)] : [])]);
}

/** Whether a form of this page still has the words that were sent. */
const isStillShown = (entry: Unsent): boolean => {
  const form = entry.kind === 'follow' ? undefined : formFor(entry);
  if (!form) return false;
  const [sent, now] = [new URLSearchParams(entry.body), bodyOf(form, null)];
  return [...now].every(([name, value]) => sent.getAll(name).includes(value));
};

function watch(): void {
  // Before the window's own listeners (first-script.ts), which say what happened.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const kind = form.dataset.waits as UnsentKind | undefined;
    const button = event.submitter as HTMLButtonElement | null;
    if (!kind || ['check', 'mask'].includes(button?.value ?? '')) return;
    const address = addressOf(form);
    if (navigator.onLine) void forgetOf(form, aboutOf(kind, address, ''));
    else void queue(form, kind, address, String(bodyOf(form, button)));
  });
  // A network that carries nothing: from send-form.ts and thread-acts.ts.
  document.addEventListener('unsent', (event) => {
    const place = event.target as HTMLElement;
    const { kind = place.dataset.waits as UnsentKind, address, body } = (event as CustomEvent<Partial<Unsent>>).detail;
    void queue(place, kind, address!, body!);
  });
  document.addEventListener('sent', (event) => {
    const { body } = (event as CustomEvent<{ body: string }>).detail;
    void forgetOf(event.target as HTMLElement, aboutOf('reaction', '', body));
  });
  addEventListener('online', () => setTimeout(() => void send(), calmMs));
}

/** Sent by hand: the server's answer is the one that counts. */
async function forgetOf(place: HTMLElement, about: string): Promise<void> {
  const waiting = idOf.get(place);
  if (waiting === undefined && shown.length === 0) return;
  idOf.delete(place);
  await removeUnsent((entry) => entry.id === waiting || (about !== '' && entry.about === about));
  await show();
}

/** The offline page holds a form that the worker could not send (cached-pages.ts). */
function takeFromOfflinePage(): void {
  const form = document.querySelector<HTMLFormElement>('[data-unsent-form][data-waits]');
  if (!form) return;
  void queue(form, form.dataset.waits as UnsentKind, addressOf(form), String(bodyOf(form, null)));
}

let isStarted = false;

/** Watches this page's forms, shows what waits, and sends it. */
export function startUnsent(): void {
  if (isStarted) return;
  isStarted = true;
  watch();
  bringEdited();
  takeFromOfflinePage();
  void show().then(() => navigator.onLine && setTimeout(() => void send(), calmMs));
}
