export type Encoding = 'br' | 'gzip' | 'identity';

/** Server preference among the encodings that the client accepts: br, then gzip, then identity (RFC 9110, 12.5.3). */
export function preferredEncoding(accept: string | undefined): Encoding {
  if (accept === undefined || accept === '') return 'identity';
  const takes = (name: string) =>
    new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0{0,3})?\\s*(?:,|$))[\\d.]+\\s*)?(?:,|$)`, 'i').test(accept);
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

const chosen = new Map<string, Encoding>();
/** Memoised preferredEncoding: browsers send the same few header values again and again. */
export function encodingFor(accept: string | undefined): Encoding {
  const known = chosen.get(accept ?? '');
  if (known) return known;
  const encoding = preferredEncoding(accept);
  if (chosen.size < 200) chosen.set(accept ?? '', encoding);
  return encoding;
}
