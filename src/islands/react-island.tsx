import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueries } from '../platform/browser/queries.ts';
import { carryFields } from './carry-fields.ts';
import { tolerateMovedNodes } from './moved-nodes.ts';
import { reportProblem } from './report-problem.ts';

export type IslandProps = {
  /** The server-rendered fallback form; null where there is none. */
  plain: HTMLElement | null;
  /** Call it once the component has rendered something: it then replaces the fallback form. */
  takePlace: () => void;
};

/** One retry after a failure: a fresh root may repair what an extension did to the nodes of the first. */
const mostStarts = 2;

let roots = 0;
const queries = makeQueries();

/**
 * Renders a component beside the fallback form instead of hydrating it, so changes by the browser to the server's
 * markup do not matter. The form stays until `takePlace` is called, and comes back if the component fails for good.
 */
export function startReact<Props extends object>(
  element: HTMLElement,
  Component: ComponentType<Props & IslandProps>,
  props: Props,
): void {
  if (roots === 0) tolerateMovedNodes();
  const name = element.dataset.island ?? '';
  const plain = element.querySelector<HTMLElement>(':scope > [data-plain]');
  const putBack = () => {
    if (plain && !plain.isConnected) element.prepend(plain);
  };

  const draw = (turn: number) => {
    const drawn = document.createElement('div');
    drawn.dataset.drawn = '';
    drawn.hidden = plain !== null;
    element.append(drawn);
    const takePlace = () => {
      if (!drawn.hidden || !drawn.isConnected) return;
      drawn.hidden = false;
      if (!plain) return;
      carryFields(plain, drawn);
      plain.remove();
      // The input has been carried over: a restart must not carry it over again.
      for (const form of plain.querySelectorAll('form')) form.reset();
    };
    const onUncaughtError = (error: unknown) => {
      reportProblem('island_failed', error, name);
      // Deferred, because rendering has not ended here.
      queueMicrotask(() => {
        root.unmount();
        drawn.remove();
        putBack();
        if (turn < mostStarts) draw(turn + 1);
      });
    };
    // useId counts from zero in each root: the prefix keeps the ids of two islands apart.
    const root = createRoot(drawn, { onUncaughtError, identifierPrefix: `i${(roots += 1)}` });
    root.render(
      <QueryClientProvider client={queries}>
        <Component {...props} plain={plain} takePlace={takePlace} />
      </QueryClientProvider>,
    );
  };
  draw(1);
}
