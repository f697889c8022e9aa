import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SavedScheme } from '../../features/schemes/schemes.contract.ts';
import { ownerIsKnown } from '../../features/sessions/client/forget-person.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import { accountCart, guest, noteGuestVisit, ownKey } from '../../platform/browser/local-store.ts';
import { apiHere } from '../../platform/settings/site-languages.ts';

const mostAtOnce = 50;

async function fetchPart(ids: number[], signal: AbortSignal): Promise<SavedScheme[]> {
  const response = await fetch(apiHere(`/api/schemes?ids=${ids.join(',')}`), {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  return ((await response.json()) as { data: SavedScheme[] }).data;
}

async function fetchSchemes(ids: number[], signal: AbortSignal): Promise<SavedScheme[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, at) =>
    ids.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  );
  return (await Promise.all(parts.map((part) => fetchPart(part, signal)))).flat();
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
  const [state, setState] = useState<{ known: Map<number, SavedScheme>; asked: Set<number> } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const missing = ids.filter((id) => !state?.asked.has(id)).join(',');
  useEffect(() => {
    if (missing === '' || hasFailed) return;
    const stop = new AbortController();
    const wanted = missing.split(',').map(Number);
    fetchSchemes(wanted, stop.signal).then(
      (found) =>
        setState((before) => ({
          known: new Map([...(before?.known ?? []), ...byEachNumber(found)]),
          asked: new Set([...(before?.asked ?? []), ...wanted]),
        })),
      () => {
        if (!stop.signal.aborted) setFailed(true);
      },
    );
    return () => stop.abort();
  }, [missing, hasFailed]);
  return {
    known: missing === '' ? (state?.known ?? new Map()) : (state?.known ?? null),
    hasFailed,
    again: () => setFailed(false),
  };
}

/** Profile names for the cart's sections; fetched only for a signed-in user with other people's sections. */
export function useNames(keys: string[]): Record<string, string> {
  const [names, setNames] = useState<Record<string, string>>({});
  const others = keys.some((key) => key !== guest && key !== ownKey());
  useEffect(() => {
    if (!others) return;
    let isCurrent = true;
    void (async () => {
      if (!seemsSignedIn()) return;
      const { apiFetch } = await import('../../features/sessions/client/api-fetch.ts');
      const { data } = await apiFetch<{ data: { id: number; firstName: string }[] }>('/profile/all');
      if (isCurrent) setNames(Object.fromEntries(data.map(({ id, firstName }) => [String(id), firstName])));
    })().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [others]);
  return names;
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
