import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueries } from '../platform/browser/queries.ts';
import { carryFields } from './carry-fields.ts';
import { reportProblem } from './report-problem.ts';

/** The child of `parent` that is `node`, or in which it now stands; null where it left the page. */
function childWith(parent: Node, node: Node | null): Node | null {
  let child = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}

/**
 * React removes a node, and inserts before one, where it once put it. A browser's translation wraps texts in <font> or
 * replaces them: there both methods throw, and the island would start anew without its state (facebook/react#11538).
 */
function tolerateMovedNodes(): void {
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const found = childWith(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
    insertBefore.call(this, added, childWith(this, before));
    return added;
  };
}

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
