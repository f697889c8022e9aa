import { readAdded, readConcepts } from '../../features/message-check/find-concepts.ts';
import { judgeMessage } from '../../features/message-check/judge-message.ts';
import { loadConcepts } from '../../features/message-check/load-concepts.ts';
import { longestMessage, type Shared } from '../../features/message-check/message-limits.ts';
import { startPictureField } from '../../features/message-check/picture-field.ts';
import {
  indexWordings,
  type KnownScam,
  type ScamIndex,
  wordingsOf,
} from '../../features/message-check/scam-likeness.ts';
import { readSenderTable, type SenderTable } from '../../features/message-check/sender.ts';
import senderTableUrl from '../../features/message-check/sms-headers.tsv?url';
import { keepPlace, returnToPlace } from '../../islands/keep-place.ts';
import { keepAnswer, storedAnswer } from '../../islands/stored-answer.ts';
import { check } from '../../messages/check.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { make } from '../../ui/make.ts';
import { type Child, type Typed, type VerdictClasses, verdictParts } from './verdict-parts.ts';

/** `sent`: what the server has judged, or refused. */
type Props = { classes: VerdictClasses; sent: Typed | null };
type Desk = {
  /** Absent in a copy that was kept before there were any. */
  words?: string;
  items: (Omit<KnownScam, 'canonicalUrl'> & { path: string; expiresOn: string | null })[];
};

/** The desk of known scams; without a connection the signs alone are judged. @param pause awaited between parts */
async function loadScams(pause: () => Promise<void> | undefined): Promise<ScamIndex> {
  const desk = await fetch(addressHere('/scams.json')).then((answer) =>
    answer.ok ? (answer.json() as Promise<Desk>) : ({ items: [] } as Desk),
  );
  const scams: KnownScam[] = desk.items
    .filter(({ expiresOn }) => expiresOn === null || expiresOn >= dayInIndia())
    .map(({ path, ...scam }) => ({ ...scam, canonicalUrl: path }));
  // In the page's language, so that they are kept with it.
  await loadConcepts(document.title);
  while (readConcepts()) await pause();
  const wordings: ScamIndex['wordings'] = [];
  for (const scam of scams) {
    wordings.push(...wordingsOf(scam));
    await pause();
  }
  return { ...indexWordings(wordings), added: readAdded(desk.words ?? '') };
}

async function loadSenders(): Promise<SenderTable | null> {
  const answer = await fetch(senderTableUrl).catch(() => null);
  return answer?.ok ? readSenderTable(await answer.text()) : null;
}

const draw = (child: Child): Node | string =>
  typeof child === 'string' ? child : make(child.tag as 'section', child.attributes, ...child.children.map(draw));

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });

/** Longer parts of work would delay input on a slow phone. */
const sliceMs = 5;

/** Judges messages on this device: neither the text nor the sender leaves it. */
export function start(element: HTMLElement, { classes, sent }: Props): void {
  const form = element.querySelector('form')!;
  const text = form.querySelector('textarea')!;
  const sender = form.querySelector<HTMLInputElement>('input[name=sender]')!;
  const place = document.querySelector<HTMLElement>('[data-verdict]')!;
  // True only from now on: a form sent before this goes to the server.
  document.querySelector('[data-on-device]')!.classList.remove('later');
  let isAwaited = false;
  let sliceBegan = 0;
  // Time slicing: building the index and compiling the patterns wait for idle time, until a message waits for them.
  const pause = (): Promise<void> | undefined => {
    if (isAwaited || performance.now() - sliceBegan < sliceMs) return undefined;
    return whenIdle().then(() => {
      sliceBegan = performance.now();
    });
  };
  let loading: Promise<ScamIndex> | undefined;
  let senders: Promise<SenderTable | null> | undefined;
  const scams = () => {
    loading ??= whenIdle()
      .then(() => loadScams(pause))
      .catch(() => {
        loading = undefined;
        return indexWordings([]);
      });
    return loading;
  };

  const judge = async ({ isAgain = false } = {}) => {
    const typed: Typed = { text: text.value.slice(0, longestMessage), sender: sender.value.trim() };
    if (typed.text.trim() === '') {
      text.setCustomValidity(check.textNeeded);
      text.reportValidity();
      return;
    }
    isAwaited = true;
    // The first one waits for the known scams: seconds on a slow phone.
    place.textContent = check.judging;
    senders ??= typed.sender === '' ? undefined : loadSenders();
    if (await loadConcepts(typed.text)) loading = undefined;
    const index = await scams();
    const table = typed.sender === '' ? null : ((await senders) ?? null);
    const begun = performance.now();
    const checked = judgeMessage(typed.text, typed.sender || undefined, index, table);
    performance.measure('nagrik:judge', { start: begun });
    const verdict = verdictParts({ checked, typed, classes, origin: location.origin });
    place.replaceChildren(draw(verdict));
    // The verdict has the page's first heading now.
    element
      .closest('section')
      ?.parentElement?.querySelector(':scope > h1')
      ?.replaceWith(make('h2', {}, check.tryAnother));
    place.querySelector<HTMLElement>('#verdict')?.focus();
    place.scrollIntoView({ block: 'start' });
    if (isAgain) returnToPlace();
    offerReport(checked.outcome === 'nothing_found' ? '' : typed.text);
    keepAnswer(typed);
    const [match] = checked.matches;
    if (match && !isAgain) void countMatch(match.id);
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void judge();
  });
  keepPlace();
  const stored = sent ? null : storedAnswer();
  if (sent) keepAnswer(sent);
  if (stored?.text) {
    text.value = stored.text;
    sender.value = stored.sender ?? '';
    void judge({ isAgain: true });
  }
  text.addEventListener('input', () => text.setCustomValidity(''));
  const pictures = startPictureField(text);
  void takeShared().then((shared) => {
    if (shared === null) return;
    text.value = shared.text;
    if (shared.picture && pictures) pictures.offer(shared.picture);
    else void judge();
  });
  // Compiles the patterns before the first message.
  void scams().then((index) => {
    judgeMessage('otp', undefined, index, null);
    return import('../../islands/keep-offline.ts').then(({ keepOffline }) =>
      keepOffline('/check', [addressHere('/scams.json')]),
    );
  });
}

/** Shows the form that sends a message to the editors, if the reader ticks so; hidden and empty without one. */
function offerReport(text: string): void {
  const report = document.querySelector<HTMLElement>('[data-tell]');
  const field = report?.querySelector<HTMLInputElement>('input[name=text]');
  if (!report || !field) return;
  field.value = text;
  report.hidden = text === '';
}

/** Tells that this known scam was met today, and nothing else. */
async function countMatch(id: string): Promise<void> {
  await fetch('/api/check/matched', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  }).catch(() => undefined);
}

/** What the phone shared into the site: the service worker holds it until it is asked, once. */
async function takeShared(): Promise<Shared | null> {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Shared | null>((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<Shared | string | null>) =>
      resolve(typeof data === 'string' ? { text: data, picture: null } : data),
    );
    port1.start();
    setTimeout(() => resolve(null), 2_000);
  });
  worker.postMessage('shared', [port2]);
  return answer;
}
