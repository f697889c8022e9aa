import { type Answered, bringBack } from './bring-back.ts';
import { keepAnswer } from './stored-answer.ts';

/** Around a plain form: what it answered is there again on Back and on a reload. */
export async function start(element: HTMLElement, props: Answered): Promise<void> {
  const form = element.querySelector('form');
  if (form) await bringBack(form, props);
  // Thanks, say: nothing to be sent again.
  else keepAnswer({});
}
