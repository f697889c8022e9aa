import { findPersonalNumbers, maskPersonalNumbers } from '../../features/communities/find-personal-numbers.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import { community as c } from '../../messages/community.ts';
import { keepDraft } from './keep-draft.ts';
import { fullStop } from '../../ui/format.ts';

type Found = { canonicalUrl: string; title: string | null; commentCount: number };

const waitMs = 400;

/** Suggests similar questions while a title is typed (debounced). */
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
    const answer = await fetch('/api/search/questions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ questionText: questionText.slice(0, 200), pageSize: 4 }),
    }).then(
      (response) => (response.ok ? (response.json() as Promise<{ data: Found[] }>) : null),
      () => null,
    );
    // A newer request supersedes this response.
    if (mine !== turn || answer === null) return;
    box.hidden = answer.data.length === 0;
    const list = document.createElement('ul');
    list.className = 'ledger';
    for (const { canonicalUrl, title: text, commentCount } of answer.data) {
      const [line, bold, link, note] = [
        document.createElement('li'),
        document.createElement('b'),
        document.createElement('a'),
        document.createElement('small'),
      ];
      link.href = canonicalUrl;
      link.target = '_blank';
      link.textContent = text;
      note.textContent = c.answers(commentCount);
      bold.append(link);
      line.append(bold, note);
      list.append(line);
    }
    box.querySelector(':is(ul,p)')?.replaceWith(list);
  };
  title.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void look(), waitMs);
  });
  // The title may have been typed before hydration, or restored from a draft.
  if (box.hidden && title.value !== '') void look();
}

/** Warns as soon as the text holds a personal number, and offers to mask it. */
function watchNumbers(fields: (HTMLInputElement | HTMLTextAreaElement)[], place: HTMLElement): void {
  const look = () => {
    const kinds = [...new Set(fields.flatMap(({ value }) => findPersonalNumbers(value).map(({ kind }) => kind)))];
    if (kinds.length === 0) {
      place.replaceChildren();
      return;
    }
    if (place.dataset.kinds === kinds.join() && place.childElementCount > 0) return;
    place.dataset.kinds = kinds.join();
    const [box, heading, words, acts, button] = [
      document.createElement('div'),
      document.createElement('b'),
      document.createElement('p'),
      document.createElement('div'),
      document.createElement('button'),
    ];
    box.className = 'call warn';
    box.setAttribute('role', 'alert');
    heading.textContent = c.numbers.heading;
    words.textContent = c.numbers.note(kinds.map((kind) => c.numbers[kind]));
    button.type = 'button';
    button.className = 'btn';
    button.textContent = c.numbers.mask;
    button.addEventListener('click', () => {
      for (const field of fields) field.value = maskPersonalNumbers(field.value);
      for (const field of fields) field.dispatchEvent(new Event('input', { bubbles: true }));
      fields.at(-1)?.focus();
    });
    acts.className = 'acts';
    acts.append(button);
    box.append(heading, words, acts);
    place.replaceChildren(box);
  };
  for (const field of fields) field.addEventListener('input', look);
  if (place.childElementCount === 0) look();
}

function watchAsking(form: HTMLFormElement): void {
  const title = form.querySelector<HTMLInputElement>('[name=title]');
  const body = form.querySelector<HTMLTextAreaElement>('[name=body]');
  const kept = form.querySelector<HTMLElement>('[data-kept]');
  const [similar, numbers] = [document.getElementById('similar'), document.getElementById('numbers')];
  if (!title || !body || !kept || !similar || !numbers) return;
  const say = (words: string) => {
    kept.hidden = false;
    kept.textContent = words;
  };
  keepDraft({ form, key: 'draft:ask', fields: [title, body], onRestored: () => say(c.draftBack) });
  offerSimilar(title, similar);
  watchNumbers([title, body], numbers);
  let isOnItsWay = false;
  form.addEventListener('submit', (event) => {
    if (isOnItsWay) event.preventDefault();
    else if (!navigator.onLine) {
      event.preventDefault();
      say(`${c.noAnswer}${fullStop()} ${c.draftKept}`);
    } else isOnItsWay = true;
  });
  addEventListener('pageshow', () => {
    isOnItsWay = false;
  });
  if (!seemsSignedIn()) say(c.anyoneMay);
}

/** Progressive enhancement of the question form. */
export async function start(): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form[data-ask]');
  if (form) watchAsking(form);
  if (document.querySelector('[data-code-form]')) (await import('../account/code.island.ts')).start(null, {});
}
