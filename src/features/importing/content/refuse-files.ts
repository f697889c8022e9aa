import { type TranslatedKind, translatedKinds } from '../../pieces/projection.ts';
import type { ContentKind } from '../../pieces/piece-files.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';
import type { ContentFile, ContentFolder } from './read-folder.server.ts';

type Kind = 'categories' | 'authors' | 'articles';
type Data = Record<string, unknown>;
type Translated = { lang: string; translationOf?: string | undefined; follows?: string | undefined };

/** Invalidates the files of a kind that have a problem; their stored version stays. @returns whether there was one */
function refuseFiles(
  folder: ContentFolder,
  kind: ContentKind,
  problemsOf: (data: Data, one: ContentFile) => string[],
): boolean {
  let hasRefused = false;
  for (const one of (folder.files[kind] as Map<string, ContentFile>).values()) {
    const messages = problemsOf(one.data as Data, one).map((problem) => `${one.file}: ${problem}`);
    if (messages.length === 0) continue;
    folder.files[kind].delete(one.key);
    folder.broken.push({ file: one.file, messages });
    hasRefused = true;
  }
  return hasRefused;
}

/**
 * Invalidates files that refer to a missing or invalid category, author, article or original.
 * Iterates to a fixed point: refusing an article may invalidate a video that refers to it.
 */
export function refuseUnknownKeys(folder: ContentFolder, stored: SiteKeys): void {
  // Distinguishes a missing file from an invalid one.
  const missing = (field: string, kind: ContentKind, key: string) =>
    folder.present[kind].has(key)
      ? `${field}: "${key}" could not be taken: content/${kind}/${key}.md has a mistake`
      : `${field}: there is no content/${kind}/${key}.md`;
  const named = (field: string, kind: Kind, key: unknown) =>
    key === undefined || stored[kind].has(String(key)) || folder.files[kind].has(String(key))
      ? []
      : [missing(field, kind, String(key))];
  const categories = (data: Data, field = 'categories') =>
    (data[field] as string[]).flatMap((key) => named(field, 'categories', key));
  const piece = (data: Data) => [...categories(data), ...named('author', 'authors', data.author)];
  const problems: Partial<Record<ContentKind, (data: Data) => string[]>> = {
    categories: (data) => [...categories(data, 'related'), ...named('parent', 'categories', data.parent)],
    articles: piece,
    webstories: piece,
    videos: (data) => [...piece(data), ...named('article', 'articles', data.article)],
    questions: (data) => categories(data),
  };
  /** Of translations of a missing piece, of one in the same language, and second ones in a language. */
  function problemOfTranslation(kind: TranslatedKind, key: string, own: Translated, taken: Map<string, string>) {
    const { lang, translationOf, follows } = own;
    if (translationOf === undefined)
      return follows === undefined ? [] : ['follows: only a translation (translationOf) follows an original'];
    const files = folder.files[kind] as Map<string, ContentFile>;
    if (!files.has(translationOf) && !stored[kind].has(translationOf))
      return [missing('translationOf', kind, translationOf)];
    const original = originalKey(folder, kind, key);
    if (original === null) return [`translationOf: it and "${translationOf}" name each other`];
    if ((files.get(original)?.data as Partial<Translated> | undefined)?.lang === lang)
      return [`translationOf: it is in the same language as its original, "${original}"`];
    const place = `${original} ${lang}`;
    const other = taken.get(place);
    if (other !== undefined) return [`translationOf: "${other}" is the translation into this language already`];
    taken.set(place, key);
    return [];
  }

  for (let hasRefused = true; hasRefused;) {
    hasRefused = false;
    for (const [kind, problemsOf] of Object.entries(problems))
      hasRefused = refuseFiles(folder, kind as ContentKind, problemsOf) || hasRefused;
    for (const kind of translatedKinds) {
      const taken = new Map<string, string>();
      const problemsOf = (data: Data, { key }: ContentFile) =>
        problemOfTranslation(kind, key, data as Translated, taken);
      hasRefused = refuseFiles(folder, kind, problemsOf) || hasRefused;
    }
  }
}

/**
 * Key of the original: follows `translationOf` through the folder's files. Null where they name each other in a ring.
 */
export function originalKey(folder: ContentFolder, kind: TranslatedKind, key: string): string | null {
  const files = folder.files[kind] as Map<string, { data: Translated }>;
  const seen = new Set<string>();
  for (let at = key; !seen.has(at);) {
    seen.add(at);
    const next = files.get(at)?.data.translationOf;
    if (next === undefined) return at;
    at = next;
  }
  return null;
}

/** Originals first, so that their translations find them stored. */
export const originalsFirst = <File extends { data: Translated }>(files: Iterable<File>): File[] =>
  [...files].sort((a, b) => Number(a.data.translationOf !== undefined) - Number(b.data.translationOf !== undefined));
