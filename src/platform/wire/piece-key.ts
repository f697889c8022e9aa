/**
 * How texts, files and the studio name a piece: the name of its file (`pm-kisan`), or for an imported piece its whole
 * source key (`wxr:example.org:12`). Only the latter has a colon.
 */
export const keyOfSource = (sourceKey: string): string =>
  sourceKey.startsWith('content:') ? sourceKey.slice('content:'.length) : sourceKey;

/** The `source_key` of the piece with this key. */
export const sourceKeyOf = (key: string): string => (key.includes(':') ? key : `content:${key}`);

const importedPattern = /^[a-z]+:[^:\s]+:\S/;
/** Long enough for a path in a source's archive. */
const longestKey = 2_000;
export const isImportedKey = (text: string): boolean => text.length <= longestKey && importedPattern.test(text);

/** A key within the address of a Markdown link. */
export const keyInLink = (key: string): string =>
  key.replace(/[%#\s()<>"\\]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const slots = /^(?:article|video):/;
const links = /\b(?:article|video):([^#\s()<>"]+)/g;

/** As it stands in a link; what is no encoding stays. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Keys of imported pieces that texts and fields may name: in links, in slots, or as a whole value. */
export function importedKeysIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') {
    if (!value.includes(':')) return found;
    const whole = value.replace(slots, '');
    for (const key of [whole, percentDecoded(whole)]) if (isImportedKey(key)) found.add(key);
    for (const [, link] of value.matchAll(links)) {
      const key = percentDecoded(link!);
      if (isImportedKey(key)) found.add(key);
    }
  } else if (value !== null && typeof value === 'object')
    for (const one of value instanceof Map ? value.values() : Object.values(value)) importedKeysIn(one, found);
  return found;
}
