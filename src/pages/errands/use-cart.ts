import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SavedScheme } from '../../features/schemes/schemes.contract.ts';
import { ownerIsKnown } from '../../features/sessions/client/forget-person.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import { accountCart, noteGuestVisit } from '../../platform/browser/local-store.ts';
import { readJson } from '../../platform/browser/read-json.ts';
import { addressesOf } from './saved-schemes.ts';

async function readSchemes(ids: number[]): Promise<Map<number, SavedScheme>> {
  const answers = await Promise.all(addressesOf(ids).map((address) => readJson<{ data: SavedScheme[] }>(address)));
  return new Map(byEachNumber(answers.flatMap(({ data }) => data)));
}

/** By each number under which a device may have saved them: a scheme is told once, whatever language it was saved in. */
export const byEachNumber = (schemes: SavedScheme[]): [number, SavedScheme][] => [
  // During an update an instance of the version before answers, too, which tells no translations.
  ...schemes.flatMap((scheme) =>
    ((scheme.translations as SavedScheme['translations'] | undefined) ?? []).map(({ id }): [number, SavedScheme] => [
      id,
      scheme,
    ]),
  ),
  ...schemes.map((scheme): [number, SavedScheme] => [scheme.id, scheme]),
];

/** Saved schemes by id, without unpublished ones; null while loading. */
export function useSchemes(ids: number[]): {
  known: Map<number, SavedScheme> | null;
  hasFailed: boolean;
  again: () => void;
} {
  // All that were asked for: what is removed from the list may be put back.
  const [wanted, setWanted] = useState(ids);
  const added = ids.filter((id) => !wanted.includes(id));
  if (added.length > 0) setWanted([...wanted, ...added]);
  const { data, isError, refetch } = useQuery({
    queryKey: ['schemes', wanted],
    queryFn: () => readSchemes(wanted),
    enabled: wanted.length > 0,
  });
  // The last answer stays while the next is fetched, and after a failure.
  const [known, setKnown] = useState<Map<number, SavedScheme> | null>(null);
  if (data && data !== known) setKnown(data);
  return { known: wanted.length === 0 ? new Map() : known, hasFailed: isError, again: () => void refetch() };
}

// Timeout for an unreachable server: the device's copy is shown after this.
const mostWaitMs = 4_000;

/** False until the session is confirmed and the account's cart is loaded: no personal data is shown before that. */
export function useIsKnown(): boolean {
  const [isKnown, setKnown] = useState(false);
  const isRead = useSyncExternalStore(
    accountCart.subscribe,
    () => !seemsSignedIn() || (accountCart.read()?.readAt ?? 0) > 0,
    () => false,
  );
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void ownerIsKnown().then(() => {
      if (!isCurrent) return;
      noteGuestVisit();
      setKnown(true);
    });
    const timer = setTimeout(() => setLate(true), mostWaitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, []);
  return isKnown && (isRead || isLate);
}
