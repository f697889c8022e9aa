import { longestTrust, type MediaFacts } from './media-store.server.ts';

const mostKnown = 50_000;
const mostMissing = 10_000;
const missingFor = 5_000;

/** What the bucket has said of its files, for as long as it is believed. */
export function createKnownMedia() {
  const known = new Map<string, MediaFacts & { askedAt: number }>();
  const missing = new Map<string, number>();

  function forget(path: string): void {
    known.delete(path);
    missing.delete(path);
  }

  return {
    forget,

    forgetAll(): void {
      known.clear();
      missing.clear();
    },

    /** However long ago: nobody has told of a change since. */
    lastOf: (path: string): MediaFacts | undefined => known.get(path),

    /** Null where there is no such file; undefined where it must be asked. */
    find(path: string): MediaFacts | null | undefined {
      const facts = known.get(path);
      if (facts) return Date.now() - facts.askedAt < longestTrust ? facts : undefined;
      return Date.now() - (missing.get(path) ?? 0) < missingFor ? null : undefined;
    },

    /** @param facts null where there is no such file */
    remember(path: string, facts: MediaFacts | null): void {
      forget(path);
      if (facts) addTo(known, path, { ...facts, askedAt: Date.now() }, mostKnown);
      else addTo(missing, path, Date.now(), mostMissing);
    },
  };
}

function addTo<Value>(map: Map<string, Value>, path: string, value: Value, most: number): void {
  map.set(path, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
