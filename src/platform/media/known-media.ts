import { longestTrust, type MediaFacts } from './media-store.server.ts';

const mostKnown = 50_000;
const mostMissing = 10_000;
const missingFor = 5_000;

/** Cached metadata of the bucket's files, with a limited time to live. */
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

    /** Ignores the time to live; invalidated only by a notified change. */
    lastOf: (path: string): MediaFacts | undefined => known.get(path),

    /** Null for a known-missing file; undefined on a cache miss. */
    find(path: string): MediaFacts | null | undefined {
      const facts = known.get(path);
      if (facts) return Date.now() - facts.askedAt < longestTrust ? facts : undefined;
      return Date.now() - (missing.get(path) ?? 0) < missingFor ? null : undefined;
    },

    /** @param facts null caches a missing file */
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
