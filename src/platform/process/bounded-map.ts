export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  readonly size: number;
};

/** A map with a maximum size: when it is full, the entry that was set longest ago is evicted. */
export function boundedMap<Key, Value>(most: number): BoundedMap<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // Delete first: a Map keeps the position of an existing key, and eviction needs the order of the last set.
      entries.delete(key);
      if (entries.size >= most) entries.delete(entries.keys().next().value as Key);
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
    get size() {
      return entries.size;
    },
  };
}
