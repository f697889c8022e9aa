/** Expiry of a signed token in ms since the epoch; null for a malformed one. The signature is not checked here. */
export function expiryOf(token: string): number | null {
  const [, payload, signature, ...more] = token.split('.');
  if (!payload || !signature || more.length > 0) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    const { exp } = JSON.parse(new TextDecoder().decode(bytes)) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

/** Empty or malformed tokens count as expired. @param now server time: clocks of cheap phones are often wrong */
export function isExpired(token: string | null, now: number): boolean {
  const endsAt = token ? expiryOf(token) : null;
  return endsAt === null || endsAt <= now;
}
