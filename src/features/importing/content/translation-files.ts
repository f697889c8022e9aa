import { type TranslatedKind, translatedKinds } from '../../pieces/projection.ts';
import type { ContentFile, ContentFolder } from './read-folder.server.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';

type Translated = { lang: string; translationOf?: string | undefined; follows?: string | undefined };

const filesOf = (folder: ContentFolder, kind: TranslatedKind) =>
  folder.files[kind] as Map<string, ContentFile & { data: Translated }>;

/**
 * Key of the original: follows `translationOf` through the folder's files. Null where they name each other in a ring.
 */
export function originalKey(folder: ContentFolder, kind: TranslatedKind, key: string): string | null {
  const files = filesOf(folder, kind);
  const seen = new Set<string>();
  for (let at = key; ;) {
    if (seen.has(at)) return null;
    seen.add(at);
    const next = files.get(at)?.data.translationOf;
    if (next === undefined) return at;
    at = next;
  }
}

/** Originals first, so that their translations find them stored. */
export const originalsFirst = <File extends { data: Translated }>(files: Iterable<File>): File[] =>
  [...files].sort((a, b) => Number(a.data.translationOf !== undefined) - Number(b.data.translationOf !== undefined));

/** Invalidates translations of a missing piece, of one in the same language, and second ones in a language. */
export function refuseWrongTranslations(folder: ContentFolder, stored: SiteKeys): boolean {
  let hasRefused = false;
  for (const kind of translatedKinds) {
    const files = filesOf(folder, kind);
    const taken = new Map<string, string>();
    for (const [key, { file, data }] of files) {
      const problem = problemOf(kind, key, data);
      if (problem === null) continue;
      files.delete(key);
      folder.broken.push({ file, messages: [`${file}: ${problem}`] });
      hasRefused = true;
    }

    function problemOf(own: TranslatedKind, key: string, { lang, translationOf, follows }: Translated): string | null {
      if (translationOf === undefined)
        return follows === undefined ? null : 'follows: only a translation (translationOf) follows an original';
      if (!files.has(translationOf) && !stored[own].has(translationOf))
        return folder.present[own].has(translationOf)
          ? `translationOf: "${translationOf}" could not be taken: content/${own}/${translationOf}.md has a mistake`
          : `translationOf: there is no content/${own}/${translationOf}.md`;
      const original = originalKey(folder, own, key);
      if (original === null) return `translationOf: it and "${translationOf}" name each other`;
      if (files.get(original)?.data.lang === lang)
        return `translationOf: it is in the same language as its original, "${original}"`;
      const place = `${original} ${lang}`;
      const other = taken.get(place);
      if (other !== undefined) return `translationOf: "${other}" is the translation into this language already`;
      taken.set(place, key);
      return null;
    }
  }
  return hasRefused;
}
