import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { StudioKind } from '../../../database/schema.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { Changing } from '../../../ui/changing.tsx';
import { useEditor } from './editor-context.ts';

type Found = { id: number; key: string; title: string; live: number | null };

/** The value once it has not changed for so long: debounced. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Live pieces by words of their title, debounced; null until there is an answer to exactly this search. */
export function useLivePieces(kind: StudioKind, text: string): Found[] | 'failed' | null {
  const { calls } = useEditor();
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

/** A search without an answer is no search without results. */
export const SearchStatus = ({ found }: { found: ReturnType<typeof useLivePieces> }) => (
  <div role="status">
    {found === 'failed' && <Changing text={words.searchFailed} />}
    {Array.isArray(found) && found.length === 0 && <Changing text={words.relatedNone} />}
  </div>
);
