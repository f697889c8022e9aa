import { community as c } from '../../messages/community.ts';

type Mine = { own: string[]; mayModerate: boolean };

/** Adds the asker's and moderators' actions on the client: the cached page is the same for everyone. */
export function offerActs(thread: HTMLElement, { own, mayModerate }: Mine): void {
  const isAsker = own.includes(`QUESTION-${thread.dataset.thread}`);
  if (isAsker) thread.querySelector('[data-not-asker]')?.remove();
  for (const more of thread.querySelectorAll<HTMLElement>('[data-post]')) {
    const key = more.dataset.post ?? '';
    if (isAsker && key.startsWith('COMMENT-')) more.before(acceptButton(more, key.slice('COMMENT-'.length)));
    if (!mayModerate) continue;
    const link = document.createElement('a');
    link.className = 'tool';
    link.href = `/moderation?post=${key}`;
    link.textContent = c.moderation.one;
    more.after(link);
  }
}

function acceptButton(more: HTMLElement, id: string): HTMLButtonElement {
  const isAccepted = more.closest('.best') !== null;
  const button = document.createElement('button');
  button.className = 'tool';
  button.setAttribute('form', 'accept-form');
  button.name = 'comment';
  button.value = isAccepted ? '' : id;
  button.textContent = isAccepted ? c.one.unaccept : c.one.acceptIt;
  return button;
}
