import { apiHere, linkHere } from '../../platform/settings/site-languages.ts';
import { t } from '../../messages/messages.ts';
import { recognisesSpeech } from '../../ui/recognises-speech.ts';
import { make } from '../../ui/make.ts';
import type { Suggestion } from './search.contract.ts';

const waitMs = 150;
const leastLetters = 2;
const mostCached = 50;

/** Suggestions cached by query, for the life of the page. */
const known = new Map<string, Suggestion[]>();

async function suggest(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const cached = known.get(text);
  if (cached) return cached;
  const response = await fetch(apiHere(`/api/search/suggest?q=${encodeURIComponent(text)}`), {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!response.ok) return [];
  const { data } = (await response.json()) as { data: Suggestion[] };
  if (known.size < mostCached) known.set(text, data);
  return data;
}

/** The listbox under a search field, and the live region that announces its number of options. */
function createList(form: HTMLFormElement) {
  const status = make('p', { class: 'vh', role: 'status' });
  const list = make('div', {
    class: 'hints',
    id: 'hints',
    tabindex: '-1',
    role: 'listbox',
    'aria-label': t.find.suggestions,
  });
  // A pointer press would blur the field, and blur closes the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  form.append(status);
  return { status, list };
}

const optionOf = ({ canonicalUrl, text, kind }: Suggestion, at: number): HTMLAnchorElement =>
  make(
    'a',
    { id: `hint-${at}`, href: linkHere(canonicalUrl), tabindex: '-1', role: 'option' },
    // Isolates right-to-left titles from the name of their kind.
    make('bdi', {}, text),
    ' ',
    make('small', {}, t.find.kinds[kind]),
  );

/** WAI-ARIA combobox with a listbox, on a field that is a plain form without script. Ends on blur. */
function begin(field: HTMLInputElement): void {
  const { status, list } = createList(field.form!);
  const ending = new AbortController();
  const { signal } = ending;
  let options: HTMLAnchorElement[] = [];
  let active = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const mark = (at: number) => {
    active = at;
    options.forEach((option, index) => option.setAttribute('aria-selected', String(index === at)));
    if (at >= 0) field.setAttribute('aria-activedescendant', `hint-${at}`);
    else field.removeAttribute('aria-activedescendant');
  };
  const show = (found: Suggestion[]) => {
    options = found.map(optionOf);
    list.replaceChildren(...options);
    mark(-1);
    const isOpen = options.length > 0;
    field.setAttribute('aria-expanded', String(isOpen));
    status.textContent = isOpen ? t.find.found(options.length) : '';
    if (isOpen) {
      field.form!.append(list);
      field.setAttribute('aria-controls', list.id);
    } else {
      list.remove();
      field.removeAttribute('aria-controls');
    }
  };
  const ask = () => {
    clearTimeout(timer);
    asking?.abort();
    const text = field.value.trim();
    // The server-rendered value was already searched.
    if (text.length < leastLetters || text === field.defaultValue) return show([]);
    const mine = (asking = new AbortController());
    timer = setTimeout(() => {
      suggest(text, mine.signal).then(
        (found) => mine.signal.aborted || show(found),
        () => mine.signal.aborted || show([]),
      );
    }, waitMs);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing || options.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) mark(((active + step + 1 + options.length + 1) % (options.length + 1)) - 1);
    else if (event.key === 'Escape') show([]);
    else if (event.key === 'Enter' && options[active]) location.assign(options[active]!.href);
    else return;
    event.preventDefault();
  };

  field.setAttribute('role', 'combobox');
  field.setAttribute('autocomplete', 'off');
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-expanded', 'false');
  field.addEventListener('input', ask, { signal });
  field.addEventListener('keydown', onKey, { signal });
  field.addEventListener(
    'blur',
    () => {
      clearTimeout(timer);
      asking?.abort();
      show([]);
      status.remove();
      ending.abort();
    },
    { signal },
  );
  ask();
}

/** Autocomplete for a search form's field. */
export function start(form: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>('input[name=q]');
  if (!field) return;
  if (recognisesSpeech()) void import('../../islands/speak-into.ts').then(({ offerSpeech }) => offerSpeech(field));
  field.addEventListener('focus', () => begin(field));
  // The touch that started this island may have focused the field before the listener was there.
  if (document.activeElement === field) begin(field);
}
