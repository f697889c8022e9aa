import { importsDesk as words } from '../../../messages/imports-desk.ts';
import { studioCalls } from '../../studio/editor/studio-calls.ts';

type Desk = { job: { id: number; state: string; progress: number } | null };
const everyMs = 3_000;

/** Sends the form without leaving the page while it goes, and follows the job that runs. */
export function start(element: HTMLElement, { person }: { person: string }): void {
  const calls = studioCalls(person);
  const form = element.querySelector<HTMLFormElement>('form[data-upload]');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
  const bar = element.querySelector<HTMLProgressElement>('progress[data-job]');
  if (bar) void follow(bar);

  async function send(sent: HTMLFormElement): Promise<void> {
    const told = sent.querySelector<HTMLElement>('[role=status]')!;
    const button = sent.querySelector('button')!;
    button.disabled = true;
    told.textContent = words.sending;
    const answer = await calls.call<{ job: number }>('/imports', { method: 'POST', body: new FormData(sent) });
    button.disabled = false;
    if (!answer.ok) {
      told.textContent = answer.details[0]?.message || answer.message || words.notSent;
      return;
    }
    told.textContent = words.sent;
    location.hash = 'now';
    location.reload();
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
      const told = element.querySelector('[data-percent]');
      if (told) told.textContent = words.percent(job.progress);
    }
  }
}
