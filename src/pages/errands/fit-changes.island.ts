import { memberOf } from '../../features/profiles/client/family.ts';
import { compiledToday, readFinderFile, readFinderWords } from '../../features/schemes/client/finder-file.ts';
import { readAnswers } from '../../features/schemes/facts.ts';
import { changesSince, type FitChange, lookAtVerdicts, type SeenVerdicts } from '../../features/schemes/fit-changes.ts';
import { withWords, type WordsById } from '../../features/schemes/finder-file.ts';
import { personOf } from '../../features/schemes/whom.ts';
import { ownerIsKnown } from '../../features/sessions/client/forget-person.ts';
import { cart } from '../../messages/cart.ts';
import { finder as words } from '../../messages/finder.ts';
import { guest, ownKey, profileAnswers, schemeVerdicts, selectedProfile } from '../../platform/browser/local-store.ts';
import { langOf } from '../../ui/format.ts';
import { make } from '../../ui/make.ts';
import { answersOf, storedOf, readStored } from './finder-answers.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

type Seen = Record<string, SeenVerdicts>;
const readSeen = () => schemeVerdicts.read() as Seen;

// Below the store's own limit, which would drop everything.
const mostLetters = 240_000;
const pauseMs = 1_000;
const mostShown = 8;

const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });

const hasAny = (key: string) => Object.keys(readAnswers(storedOf(key))).length > 0;
const seenOf = (key: string) => {
  const all = readSeen();
  return Object.hasOwn(all, key) ? all[key] : undefined;
};

function remember(looks: Seen): void {
  const before = readSeen();
  const retained = Object.fromEntries(Object.entries({ ...before, ...looks }).filter(([key]) => hasAny(key)));
  const isSmall = JSON.stringify(retained).length <= mostLetters;
  const next = isSmall ? retained : looks;
  if (JSON.stringify(next) !== JSON.stringify(before)) schemeVerdicts.write(next);
}

/** Judges again, and remembers the new verdicts: so each change is told once. */
async function look(keys: string[]): Promise<{ key: string; changes: FitChange[] }[]> {
  const compiled = compiledToday(await readFinderFile());
  await whenIdle();
  const day = dayInIndia();
  const looks: Seen = {};
  const judge = (words: WordsById | null) =>
    keys.filter(hasAny).flatMap((key) => {
      const answers = answersOf(key);
      const seen = seenOf(key);
      looks[key] = lookAtVerdicts(compiled, answers, day);
      const changes = seen ? changesSince(seen, compiled, answers, day, (scheme) => withWords(scheme, words)) : [];
      return changes.length > 0 ? [{ key, changes }] : [];
    });
  const changed = judge(null).length > 0 ? judge(await readFinderWords()) : [];
  remember(looks);
  return changed;
}

function headingOf(key: string): string {
  const selected = selectedProfile.read();
  if (key === guest) return cart.forMe;
  const { relation, firstName } = memberOf(key) ?? (String(selected?.id) === key ? selected! : { relation: 'OTHER' });
  return relation === 'SELF' ? cart.forMe : firstName ? cart.forName(firstName) : cart.forOther;
}

/** A text in another language than the page's says so. */
const marked = <Tag extends 'a' | 'span'>(tag: Tag, text: string, attributes: Record<string, string> = {}) => {
  const lang = langOf(text);
  return make(tag, { ...attributes, lang, dir: lang === 'ur' ? 'rtl' : null }, text);
};

function lineOf({ scheme, kind, verdict, reason, since }: FitChange): HTMLElement {
  const open = verdict === 'unknown' ? words.changes.open : null;
  const why = [open, reason ?? (open ? null : words.changes.gone)].filter((one) => one !== null).join(' ');
  const when = since ? words.changes.since(since) : words.changes.seen(dayInIndia());
  return make(
    'li',
    {},
    make('b', {}, kind === 'mayFit' ? words.changes.mayFit : words.changes.noLonger),
    ' ',
    marked('a', scheme.name, { href: `${scheme.canonicalUrl}#scheme` }),
    make('p', {}, `${why} ${when}`),
    ...(kind === 'mayFit' && scheme.alsoCheck.length > 0 ? [alsoCheck(scheme.alsoCheck)] : []),
  );
}

/** Conditions that no question can decide, as beside every 'may be eligible'. */
const alsoCheck = (points: readonly string[]) =>
  make('p', {}, words.alsoCheck, ...points.flatMap((point) => [' ', marked('span', point)]));

function show(element: HTMLElement, changed: { key: string; changes: FitChange[] }[], isForOne: boolean): void {
  const icon = make('svg', { 'aria-hidden': 'true' }, make('use', { href: '#i-alert' }));
  const box = make('div', { class: 'call note fit-changes' }, icon, make('h2', {}, words.changes.heading));
  for (const { key, changes } of changed) {
    if (!isForOne) box.append(make('h3', {}, headingOf(key)));
    box.append(make('ul', {}, ...changes.slice(0, mostShown).map(lineOf)));
    if (changes.length > mostShown) box.append(make('p', {}, words.andMore(changes.length - mostShown)));
  }
  box.append(make('p', {}, words.guide));
  element.setAttribute('role', 'status');
  element.replaceChildren(box);
}

/** On the finder: of the chosen person, and remembered after each answer. Elsewhere: of everybody on this device. */
export async function start(element: HTMLElement, { isFinder }: { isFinder: boolean }): Promise<void> {
  // For somebody else nothing is stored on the device.
  if (isFinder && personOf(new URLSearchParams(location.search)) !== 'me') return;
  await ownerIsKnown();
  const keys = () => (isFinder ? [ownKey()] : Object.keys(readStored()).filter((key) => seenOf(key)));
  if (keys().some(hasAny)) {
    const changed = await look(keys()).catch(() => []);
    if (changed.length > 0) show(element, changed, isFinder);
  }
  if (!isFinder) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (hasAny(ownKey())) void look([ownKey()]).catch(() => {});
      else remember({});
    }, pauseMs);
  };
  profileAnswers.subscribe(again);
  selectedProfile.subscribe(again);
}
