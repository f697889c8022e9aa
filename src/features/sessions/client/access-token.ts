/** When a signed token ends, in milliseconds; null for what is no token. Whether it is genuine only the server can tell. */
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

/** An empty or undecodable token counts as expired. @param now by the server's clock: cheap phones are often wrong about the time */
export function isExpired(token: string | null, now: number): boolean {
  const endsAt = token ? expiryOf(token) : null;
  return endsAt === null || endsAt <= now;
}
