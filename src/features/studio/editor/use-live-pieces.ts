import { useEffect, useState } from 'react';
import type { StudioKind } from '../../../database/schema.ts';
import type { StudioCalls } from './studio-calls.ts';

type Found = { id: number; key: string; title: string; live: number | null };

type Outcome = Found[] | 'failed';

/** Live pieces by words of their title, debounced; null until there is an answer to exactly this search. */
export function useLivePieces(calls: StudioCalls, kind: StudioKind, text: string): Outcome | null {
  const wanted = text.trim();
  const [latest, setLatest] = useState<{ kind: StudioKind; wanted: string; found: Outcome } | null>(null);
  useEffect(() => {
    if (wanted.length < 2) return undefined;
    const timer = setTimeout(
      () =>
        void calls.call<Found[]>(`/${kind}?pageSize=8&q=${encodeURIComponent(wanted)}`).then((answer) => {
          const found = answer.ok ? answer.data.filter(({ live }) => live !== null) : 'failed';
          setLatest({ kind, wanted, found });
        }),
      300,
    );
    return () => clearTimeout(timer);
  }, [calls, kind, wanted]);
  return latest?.kind === kind && latest.wanted === wanted ? latest.found : null;
}
