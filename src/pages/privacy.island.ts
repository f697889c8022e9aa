import { answerChanged, readAnswer, saysDoNotTrack } from './consent.ts';

type Words = Record<'signal' | 'yes' | 'no' | 'notChosen', string>;

/** Announces the stored choice; the buttons beside it are handled as delegated actions. */
export function start(element: HTMLElement, words: Words): void {
  const status = element.querySelector('[role=status]');
  const look = () => {
    if (status) status.textContent = words[saysDoNotTrack() ? 'signal' : (readAnswer() ?? 'notChosen')];
  };
  look();
  addEventListener(answerChanged, look);
  addEventListener('storage', look);
}
