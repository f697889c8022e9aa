import { importsDesk as words } from '../../../messages/imports-desk.ts';
import { studioMedia as media } from '../../../messages/studio-media.ts';
import { studioCalls } from '../../studio/editor/studio-calls.ts';
import { sendInPieces, type Sending } from '../../studio/media/send-file.ts';

type Desk = { job: { id: number; state: string; progress: number } | null };
const everyMs = 3_000;

/** Sends the form without leaving the page while it goes, and follows the job that runs. */
export function start(element: HTMLElement, { person }: { person: string }): void {
  const calls = studioCalls(person);
  let sending: Sending | null = null;
  const form = element.querySelector<HTMLFormElement>('form[data-upload]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form);
  });
  const bar = element.querySelector<HTMLProgressElement>('progress[data-job]');
  if (bar) void follow(bar);

  /** In pieces: after a break, also of the browser, the same file goes on where it was. */
  function send(sent: HTMLFormElement): void {
    const status = sent.querySelector<HTMLElement>('[role=status]')!;
    const button = sent.querySelector('button')!;
    const { file, ...settings } = Object.fromEntries(new FormData(sent));
    if (!(file instanceof File) || file.size === 0) return;
    button.disabled = true;
    const end = (text: string) => {
      button.disabled = false;
      status.textContent = text;
    };
    // Two sendings of one file would each refuse the other's pieces.
    sending?.leave();
    sending = sendInPieces(calls, '/imports', file, settings as Record<string, string>, {
      onState: ({ at, percent }) =>
        at === 'paused' ? end(media.paused(percent)) : (status.textContent = media[at](percent)),
      onProblem: ({ message }) => end(message || words.notSent),
      onSent() {
        end(words.sent);
        location.hash = 'now';
        location.reload();
      },
    });
  }

  async function follow(shown: HTMLProgressElement): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, everyMs));
      if (document.visibilityState === 'hidden') continue;
      const answer = await calls.call<Desk>('/imports');
      if (!answer.ok) continue;
      const { job } = answer.data;
      if (job?.state !== 'waiting' && job?.state !== 'running') return location.reload();
      shown.value = job.progress;
      const status = element.querySelector('[data-percent]');
      if (status) status.textContent = words.percent(job.progress);
    }
  }
}
