import { useQuery } from '@tanstack/react-query';
import type { StudioKind } from '../../../database/schema.ts';
import type { StudioCalls } from './studio-calls.ts';
import { useSettled } from './use-settled.ts';

type Found = { id: number; key: string; title: string; live: number | null };

type Outcome = Found[] | 'failed';

/** Live pieces by words of their title, debounced; null until there is an answer to exactly this search. */
export function useLivePieces(calls: StudioCalls, kind: StudioKind, text: string): Outcome | null {
  const wanted = text.trim();
  const settled = useSettled(wanted, 300);
  const { data, isError } = useQuery({
    queryKey: ['live pieces', kind, settled],
    queryFn: () => calls.load<Found[]>(`/${kind}?pageSize=8&q=${encodeURIComponent(settled)}`),
    select: (found) => found.filter(({ live }) => live !== null),
    enabled: settled.length >= 2,
    // The reader changes a word to search again.
    retry: false,
  });
  if (settled !== wanted) return null;
  return isError ? 'failed' : (data ?? null);
}
