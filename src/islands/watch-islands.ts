import { seemsSignedIn } from '../features/sessions/client/hint-cookies.ts';
import { areTranslated } from './translate-later.ts';
import { islands } from './islands.ts';
import { reportProblem } from './report-problem.ts';

/** `start` receives the element and the props that the server serialised. */
export type IslandModule = { start(element: HTMLElement, props: never): unknown };

const started = new WeakSet<Element>();

/** Loads and starts one island, once. On failure the server's markup stays, and the next interaction retries. */
export async function startIsland(element: HTMLElement, registry: Record<string, () => Promise<IslandModule>>) {
  const name = element.dataset.island ?? '';
  if (started.has(element) || !Object.hasOwn(registry, name)) return;
  started.add(element);
  let module: IslandModule;
  try {
    module = await registry[name]!();
    await areTranslated();
  } catch (error) {
    // Offline, or the page belongs to an older build whose files are gone.
    started.delete(element);
    reportProblem('island_not_loaded', error, name);
    return;
  }
  try {
    await module.start(element, JSON.parse(element.dataset.props ?? '{}') as never);
  } catch (error) {
    reportProblem('island_failed', error, name);
  }
}

const start = (element: HTMLElement) => startIsland(element, islands);

function startWhereTouched({ target }: Event): void {
  const element = (target as Element | null)?.closest?.<HTMLElement>('[data-island]');
  if (element) void start(element);
}

/**
 * Starts each island when its `data-when` says so (src/ui/island.tsx).
 * @returns once the islands due at once have started, or failed to
 */
export function watchIslands(): Promise<unknown> {
  const all = (when: string) => [...document.querySelectorAll<HTMLElement>(`[data-island][data-when=${when}]`)];
  const due = [...all('now'), ...all('first-touch')].map(start);
  for (const kind of ['pointerdown', 'keydown', 'focusin']) addEventListener(kind, startWhereTouched);
  // The interaction that loaded this script may have been inside an island.
  startWhereTouched({ target: document.activeElement } as unknown as Event);

  const lookForViewer = () => {
    if (seemsSignedIn()) all('signed-in').forEach(start);
  };
  lookForViewer();
  // Another tab's sign-in writes there (features/sessions/client/broadcast.ts); to look once too often costs nothing.
  addEventListener('storage', lookForViewer);
  addEventListener('pageshow', lookForViewer);
  addEventListener('focus', lookForViewer);
  return Promise.all(due);
}
