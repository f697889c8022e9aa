import { currentLanguage } from '../messages/catalogue.ts';
import { listening as words } from '../messages/listening.ts';
import { make } from '../ui/make.ts';
import { showToast } from '../ui/show-toast.ts';
import styles from './speak-into.module.css';
import { areTranslated } from './translate-later.ts';

type RecognitionEvent = Event & { results: ArrayLike<{ 0: { transcript: string } }> };
type Recognition = EventTarget & { lang: string; start(): void; stop(): void };
type Recogniser = new () => Recognition;
type Field = HTMLInputElement | HTMLTextAreaElement;

const recogniser = (): Recogniser => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, Recogniser>;
  return (SpeechRecognition ?? webkitSpeechRecognition)!;
};

function put(field: Field, text: string): void {
  const before = field.value.trimEnd();
  const joined = field.type === 'search' || before === '' ? text : `${before} ${text}`;
  field.value = field.maxLength > 0 ? joined.slice(0, field.maxLength) : joined;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}

/** A button by which a field is filled by voice, in the page's language; for browsers that `hearsSpeech`. */
export async function offerSpeech(field: Field): Promise<void> {
  const Recogniser = recogniser();
  await areTranslated();
  const button = make(
    'button',
    { type: 'button', class: `tool ${styles.speak}`, 'aria-controls': field.id, 'aria-pressed': 'false' },
    words.speak,
  );
  let hearing: Recognition | null = null;
  const show = (isOn: boolean) => button.setAttribute('aria-pressed', String(isOn));
  button.addEventListener('click', () => {
    if (hearing) return hearing.stop();
    const own = (hearing = new Recogniser());
    own.lang = `${currentLanguage()}-IN`;
    own.addEventListener('result', (event) => {
      const texts = Array.from((event as RecognitionEvent).results, (result) => result[0].transcript);
      put(field, texts.join(' ').trim());
    });
    own.addEventListener('error', () => showToast([words.notHeard]));
    own.addEventListener('end', () => {
      hearing = null;
      show(false);
    });
    own.start();
    show(true);
    showToast([words.speakNow]);
  });
  // A search form is a row; other fields have their button beside the label.
  if (field.type !== 'search') field.parentElement!.classList.add(styles.held!);
  field.after(button);
}
