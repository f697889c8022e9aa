import { areTranslated } from '../../islands/translate-later.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import { community as c } from '../../messages/community.ts';
import { storedAnswer } from '../../islands/stored-answer.ts';
import { keepDraft } from './keep-draft.ts';
import type { NamedHelpline } from '../../features/helplines/helplines.ts';
import type { Hint } from '../../features/search/search.contract.ts';
import { apiHere, linkHere } from '../../platform/settings/site-languages.ts';
import { fullStop } from '../../ui/format.ts';
import { recognisesSpeech } from '../../ui/recognises-speech.ts';
import { make } from '../../ui/make.ts';

type Answer = { helplines?: NamedHelpline[]; data: Pick<Hint, 'title' | 'answer' | 'canonicalUrl'>[] };

const waitMs = 400;

const hintsFor = (title: string): Promise<Answer | null> =>
  fetch(apiHere(`/api/search/hints?q=${encodeURIComponent(title)}`)).then(
    (response) => (response.ok ? (response.json() as Promise<Answer>) : null),
    () => null,
  );

/** Offers what may answer it already while a title is typed (debounced), and whom to call in danger. */
function offerSimilar(title: HTMLInputElement, box: HTMLElement): void {
  let timer = 0;
  let last = '';
  let turn = 0;
  const look = async () => {
    const questionText = title.value.trim();
    if (questionText === last) return;
    last = questionText;
    turn += 1;
    const mine = turn;
    if (questionText.length < 10) {
      box.hidden = true;
      return;
    }
    const text = questionText.slice(0, 200);
    const answer = await hintsFor(text);
    // A newer request supersedes this response.
    if (mine !== turn || !answer) return;
    const lines = (answer.helplines ?? []).map(({ number, name, note }) => ({
      canonicalUrl: `tel:${number}`,
      title: `${number} ${name}`,
      answer: note,
    }));
    const found = [...lines, ...answer.data];
    box.hidden = found.length === 0;
    const list = make('ul', { class: 'ledger' });
    for (const { canonicalUrl, title: words, answer: note } of found) {
      const isCall = canonicalUrl.startsWith('tel:');
      const href = isCall ? canonicalUrl : linkHere(canonicalUrl);
      const link = make('a', { href, target: isCall ? null : '_blank' }, words);
      list.append(make('li', {}, make('b', {}, link), make('small', {}, note || c.notAnswered)));
    }
    box.querySelector(':is(ul,p)')?.replaceWith(list);
  };
  title.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void look(), waitMs);
  });
  box.addEventListener('click', ({ target }) => {
    const took = title.form!.querySelector<HTMLInputElement>('[name=tookHint]');
    if (took && (target as Element).closest('a')) took.value = 'yes';
  });
  // The title may have been typed before hydration, or restored from a draft.
  if (box.hidden && title.value !== '') void look();
}

/** Warns as soon as the text holds a personal number, and offers to mask it. */
async function watchNumbers(fields: (HTMLInputElement | HTMLTextAreaElement)[], place: HTMLElement): Promise<void> {
  const { findPersonalNumbers, maskPersonalNumbers } =
    await import('../../features/communities/find-personal-numbers.ts');
  const look = () => {
    const kinds = [...new Set(fields.flatMap(({ value }) => findPersonalNumbers(value).map(({ kind }) => kind)))];
    if (kinds.length === 0) {
      place.replaceChildren();
      return;
    }
    if (place.dataset.kinds === kinds.join() && place.childElementCount > 0) return;
    place.dataset.kinds = kinds.join();
    const button = make('button', { type: 'button', class: 'btn' }, c.numbers.mask);
    button.addEventListener('click', () => {
      for (const field of fields) field.value = maskPersonalNumbers(field.value);
      for (const field of fields) field.dispatchEvent(new Event('input', { bubbles: true }));
      fields.at(-1)?.focus();
    });
    place.replaceChildren(
      make(
        'div',
        { class: 'call warn', role: 'alert' },
        make('b', {}, c.numbers.heading),
        make('p', {}, c.numbers.note(kinds.map((kind) => c.numbers[kind]))),
        make('div', { class: 'acts' }, button),
      ),
    );
  };
  for (const field of fields) field.addEventListener('input', look);
  if (place.childElementCount === 0) look();
}

/** Offers the districts of the chosen State alone. Taken out: a phone's list shows what is only hidden. */
function narrowDistricts({ state, district }: Record<'state' | 'district', HTMLSelectElement>): void {
  const groups = [...district.children].slice(1) as HTMLElement[];
  const narrow = () => {
    for (const group of groups) {
      if (!state.value || group.dataset.state === state.value) district.append(group);
      else group.remove();
    }
  };
  state.addEventListener('change', narrow);
  narrow();
}

function watchAsking(form: HTMLFormElement): void {
  const title = form.querySelector<HTMLInputElement>('[name=title]');
  const body = form.querySelector<HTMLTextAreaElement>('[name=body]');
  const notice = form.querySelector<HTMLElement>('[data-kept]');
  const [similar, numbers] = [document.getElementById('similar'), document.getElementById('numbers')];
  if (!title || !body || !notice || !similar || !numbers) return;
  const showNotice = (words: string) => {
    notice.hidden = false;
    notice.textContent = words;
  };
  keepDraft({ form, key: 'draft:ask', fields: [title, body], onRestored: () => showNotice(c.draftBack) });
  offerSimilar(title, similar);
  narrowDistricts(form.elements as never);
  if (recognisesSpeech())
    void import('../../islands/speak-into.ts').then(({ offerSpeech }) => [title, body].map(offerSpeech));
  // A browser that cannot look behind in a pattern leaves it to the server.
  watchNumbers([title, body], numbers).catch(() => {});
  let isOnItsWay = false;
  form.addEventListener('submit', (event) => {
    if (isOnItsWay) event.preventDefault();
    else if (!navigator.onLine) {
      event.preventDefault();
      showNotice(`${c.noAnswer}${fullStop()} ${c.draftKept}`);
    } else isOnItsWay = true;
  });
  addEventListener('pageshow', () => {
    isOnItsWay = false;
  });
  if (!seemsSignedIn()) showNotice(c.anyoneMay);
}

/** Progressive enhancement of the question form. */
export async function start(): Promise<void> {
  const findForm = () => document.querySelector<HTMLFormElement>('form[data-ask]');
  const form = findForm();
  const isSent = form?.dataset.sent !== undefined;
  if (form && (isSent || storedAnswer())) {
    const { bringBack } = await import('../../islands/bring-back.ts');
    // Its preview posts nothing.
    await bringBack(form, { isSent, again: ['do', 'check'] });
  }
  const shown = findForm();
  if (shown) watchAsking(shown);
  if (!document.querySelector('[data-code-form]')) return;
  const code = await import('../account/code.island.ts');
  await areTranslated();
  code.start(null, {});
}
