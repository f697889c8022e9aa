import { useState } from 'react';

/** Names for the items of a list that have none, so that a control keeps its focus when an item above it goes. */
export function useListKeys(length: number) {
  const [known, setKnown] = useState<{ keys: number[]; next: number }>({ keys: [], next: 0 });
  const missing = Math.max(0, length - known.keys.length);
  const keys = [...known.keys.slice(0, length), ...Array.from({ length: missing }, (_, at) => known.next + at)];
  const next = known.next + missing;
  return {
    keys,
    take: (at: number) => setKnown({ keys: keys.filter((_, index) => index !== at), next }),
    swap: (at: number, other: number) =>
      setKnown({
        keys: keys.map((key, index) => (index === at ? keys[other]! : index === other ? keys[at]! : key)),
        next,
      }),
  };
}
