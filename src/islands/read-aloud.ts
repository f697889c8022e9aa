import { listening as words } from '../messages/listening.ts';
import { createLocalStore } from '../platform/browser/local-store.ts';
import { sentencesOf, spokenText } from '../platform/text/spoken-text.ts';
import { languageName } from '../ui/language-name.ts';
import { make } from '../ui/make.ts';
import { showToast } from '../ui/show-toast.ts';
import { areTranslated } from './translate-later.ts';

const speeds = [0.75, 1, 1.25, 1.5];
const speedHere = createLocalStore('listening-speed', {
  fallback: 1,
  parse: (text) => speeds.find((speed) => String(speed) === text),
  format: String,
});

const blocks = 'h1,h2,h3,h4,p,li,dt,dd,th,td,summary,blockquote,figcaption,label,[data-letter]';
// What is there to be used, and what is said twice.
const unread =
  'nav,form,button,video,svg,script,style,template,[hidden],[aria-hidden=true],.vh,.share,.acts,.ways,.chips,.btn,.printed,.byline,.meta,.who';

/** A sentence on the page, in the language that it is marked with. */
type Sentence = { range: Range; text: string; lang: string };

const langAt = (element: Element) => (element.closest<HTMLElement>('[lang]')?.lang ?? 'en').split('-')[0]!;

/** Of one block and language, whatever links and bold words it has. */
function sentencesIn(texts: Text[], lang: string): Sentence[] {
  const whole = texts.map(({ data }) => data).join('');
  const placeOf = (at: number): [Text, number] => {
    let before = 0;
    for (const text of texts) {
      if (at <= before + text.length) return [text, at - before];
      before += text.length;
    }
    return [texts.at(-1)!, texts.at(-1)!.length];
  };
  return sentencesOf(whole, lang)
    .map(({ start, end }) => {
      const range = new Range();
      const text = whole.slice(start, end);
      range.setStart(...placeOf(start + (text.length - text.trimStart().length)));
      range.setEnd(...placeOf(start + text.trimEnd().length));
      return { range, text: spokenText(text, lang), lang };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function readIn(root: Element): Sentence[] {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: { block: Element; lang: string; texts: Text[] }[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement!;
    const block = parent.closest(blocks);
    if (!block || !root.contains(block) || parent.closest(unread)) continue;
    const lang = langAt(parent);
    const last = found.at(-1);
    if (last?.block === block && last.lang === lang) last.texts.push(text);
    else found.push({ block, lang, texts: [text] });
  }
  return found.flatMap(({ texts: own, lang }) => sentencesIn(own, lang));
}

const longestWaitMs = 1_500;

/** Some browsers tell their voices a moment later. */
async function voicesHere(): Promise<SpeechSynthesisVoice[]> {
  if (speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true });
      setTimeout(resolve, longestWaitMs);
    });
  return speechSynthesis.getVoices();
}

/** Of India first, then one that needs no network. */
const voiceFor = (voices: SpeechSynthesisVoice[], lang: string): SpeechSynthesisVoice | undefined =>
  voices
    .filter((voice) => voice.lang.split(/[-_]/)[0] === lang)
    .sort((a, b) => score(b) - score(a))
    .at(0);
const score = ({ lang, localService }: SpeechSynthesisVoice) => (/IN$/i.test(lang) ? 2 : 0) + (localService ? 1 : 0);

// In browsers without highlights: the block.
let outlined: HTMLElement | null = null;

/** Marks what is being said, without a change of the page: nothing moves. */
function mark(range: Range | null): void {
  const highlights = CSS.highlights as typeof CSS.highlights | undefined;
  highlights?.delete('spoken');
  outlined?.style.removeProperty('outline');
  if (!range) return;
  const element = range.startContainer.parentElement!;
  if (highlights) highlights.set('spoken', new Highlight(range));
  else {
    outlined = element.closest<HTMLElement>(blocks);
    outlined?.style.setProperty('outline', '3px solid var(--marigold)');
  }
  const { top, bottom } = range.getBoundingClientRect();
  // Of what lies beneath the bar.
  if (top < 60 || bottom > innerHeight - 140) element.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** The language of most of what is said: a text may begin with a name in another one. */
function mainLanguageOf(sentences: Sentence[]): string | undefined {
  const lengths = new Map<string, number>();
  for (const { lang, text } of sentences) lengths.set(lang, (lengths.get(lang) ?? 0) + text.length);
  return [...lengths].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** @param sentences in languages of which there is a voice */
function createReader(button: HTMLElement, sentences: Sentence[], voices: SpeechSynthesisVoice[]) {
  let at = 0;
  let isPaused = false;
  // The end of an utterance that was cancelled is no end of the one that follows.
  let turn = 0;
  const [pause, stop, speed] = [0, 1, 2].map(() => make('button', { type: 'button', class: 'link' })) as [
    HTMLButtonElement,
    HTMLButtonElement,
    HTMLButtonElement,
  ];
  stop.textContent = words.stop;
  // Not as large as the sign that closes a message.
  for (const each of [pause, stop, speed]) each.style.font = 'inherit';
  const bar = make('div', { class: 'toast night', role: 'region', 'aria-label': words.listen }, pause, stop, speed);
  const show = () => {
    pause.textContent = isPaused ? words.goOn : words.pause;
    speed.textContent = words.speed(speedHere.read());
  };
  const hush = () => {
    turn += 1;
    speechSynthesis.cancel();
  };
  const end = () => {
    hush();
    mark(null);
    bar.remove();
    button.setAttribute('aria-pressed', 'false');
    removeEventListener('pagehide', end);
    removeEventListener('keydown', onKey);
    reader = null;
  };
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && end();
  const speak = () => {
    const sentence = sentences[at];
    if (!sentence) return end();
    hush();
    const mine = turn;
    const voice = voiceFor(voices, sentence.lang)!;
    const utterance = new SpeechSynthesisUtterance(sentence.text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = speedHere.read();
    utterance.addEventListener('end', () => {
      if (mine !== turn) return;
      at += 1;
      speak();
    });
    utterance.addEventListener('error', () => {
      if (mine !== turn) return;
      end();
      showToast([words.failed]);
    });
    mark(sentence.range);
    speechSynthesis.speak(utterance);
  };
  // Phones forget where they paused: the sentence begins again.
  const toggle = () => {
    isPaused = !isPaused;
    if (isPaused) hush();
    else speak();
    show();
  };
  pause.addEventListener('click', toggle);
  stop.addEventListener('click', () => {
    end();
    button.focus();
  });
  speed.addEventListener('click', () => {
    speedHere.write(speeds[(speeds.indexOf(speedHere.read()) + 1) % speeds.length]!);
    show();
    if (!isPaused) speak();
  });
  addEventListener('pagehide', end);
  addEventListener('keydown', onKey);
  // In the place of the offer of another language; what the page has to say may cover it for a moment.
  document.querySelector('.toast:not(#said)')?.remove();
  document.getElementById('said')!.before(bar);
  button.setAttribute('aria-pressed', 'true');
  show();
  speak();
  return { toggle };
}

let reader: { toggle(): void } | null = null;

/** Reads what the button stands on: a question with its answers, a piece, else the page; once more: pauses, goes on. */
export async function listen(button: HTMLElement): Promise<void> {
  if (reader) return reader.toggle();
  const root = button.closest('[data-thread]') ?? button.closest('article, main') ?? document.getElementById('main')!;
  const sentences = readIn(root);
  const lang = mainLanguageOf(sentences) ?? langAt(root);
  const voices = 'speechSynthesis' in window ? await voicesHere() : [];
  await areTranslated();
  // A voice of another language would make noise of it: what has no voice of its own is left out.
  const spoken = sentences.filter((one) => voiceFor(voices, one.lang));
  if (!voiceFor(voices, lang)) showToast([words.noVoice(languageName(lang))]);
  else if (spoken.length > 0) reader ??= createReader(button, spoken, voices);
}
