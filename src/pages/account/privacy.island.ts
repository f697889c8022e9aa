import { answerChanged, readAnswer, saysDoNotTrack } from '../consent.ts';

type Words = Record<'signal' | 'yes' | 'no' | 'notChosen', string>;

/** Announces the stored choice; the buttons beside it are handled as delegated actions. */
export async function start(element: HTMLElement, words: Words): Promise<void> {
  const status = element.querySelector('[role=status]');
  const look = () => {
    if (status) status.textContent = words[saysDoNotTrack() ? 'signal' : (readAnswer() ?? 'notChosen')];
  };
  // Here a yes can be taken back: consent.ts then has it at hand, whatever the network does.
  await import('../forget-tags.ts').catch(() => undefined);
  look();
  addEventListener(answerChanged, look);
  addEventListener('storage', look);
}
