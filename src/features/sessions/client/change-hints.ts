import type { Hint } from './hint-cookies.ts';

// Apart from hint-cookies.ts: only that is part of boot.ts, which every page loads.

const longestSeconds = 90 * 24 * 3_600;

const isSecure = () => location.protocol === 'https:';

export function writeHint(name: Hint, value: string, seconds = longestSeconds): void {
  document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${seconds};samesite=lax${isSecure() ? ';secure' : ''}`;
}

export function removeHints(...names: Hint[]): void {
  for (const name of names) document.cookie = `${name}=;path=/;max-age=0;samesite=lax${isSecure() ? ';secure' : ''}`;
}
