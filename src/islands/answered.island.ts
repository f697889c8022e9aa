import { type Answered, bringBack, bringTyped } from './bring-back.ts';
import { keepPlace } from './keep-place.ts';
import { discardTyped, keepAnswer } from './stored-answer.ts';

/** Around a plain form: what it answered, and what is typed into it, is there again on Back and on a reload. */
export async function start(element: HTMLElement, props: Answered): Promise<void> {
  keepPlace();
  const form = element.querySelector('form');
  // Thanks, say: nothing to be sent again.
  if (!form) {
    discardTyped();
    keepAnswer({});
    return;
  }
  await bringBack(form, props);
  bringTyped(() => document.querySelector('[data-island=answered] form'));
}
