import type { Follow, FollowedType } from './follows.contract.ts';

export type FollowProps = { type: FollowedType; id: number | string; stop: string };

/** The cached page offers everybody to follow; who does so already is offered to stop. */
export async function start(element: HTMLElement, { type, id, stop }: FollowProps): Promise<void> {
  const answer = await fetch(`/api/follows?${new URLSearchParams({ entityType: type, entityId: String(id) })}`);
  const { data } = (answer.ok ? await answer.json() : { data: [] }) as { data: Follow[] };
  const button = element.querySelector('button');
  if (!button || data.length === 0) return;
  button.value = 'stop';
  button.textContent = stop;
}
