/** State of one page, shared by its modules; a component reads it with `useSyncExternalStore`. */
export function createStore<State extends object>(initial: State) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    change(next: Partial<State>): void {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type Store<State extends object> = ReturnType<typeof createStore<State>>;
