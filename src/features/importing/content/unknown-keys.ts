import type { ContentFile, ContentFolder } from './read-folder.server.ts';
import { refuseWrongTranslations } from './translation-files.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';

type Kind = 'categories' | 'authors' | 'articles';

/**
 * Invalidates files that refer to a missing or invalid category, author or article; their stored version stays.
 * Iterates to a fixed point: refusing an article may invalidate a video that refers to it.
 */
export function refuseUnknownKeys(folder: ContentFolder, stored: SiteKeys): void {
  while (refuseOnce(folder, stored));
}

function refuseOnce(folder: ContentFolder, stored: SiteKeys): boolean {
  let hasRefused = false;
  const has = (kind: Kind, key: string) => stored[kind].has(key) || folder.files[kind].has(key);
  const check = (files: Map<string, ContentFile>, problemsOf: (data: Record<string, unknown>) => string[]) => {
    for (const [key, { file, data }] of files) {
      const messages = problemsOf(data).map((problem) => `${file}: ${problem}`);
      if (messages.length === 0) continue;
      files.delete(key);
      folder.broken.push({ file, messages });
      hasRefused = true;
    }
  };
  // Distinguishes a missing file from an invalid one.
  const missing = (field: string, kind: Kind, key: string) => [
    folder.present[kind].has(key)
      ? `${field}: "${key}" could not be taken: content/${kind}/${key}.md has a mistake`
      : `${field}: there is no content/${kind}/${key}.md`,
  ];
  const named = (field: string, kind: Kind, key: unknown) =>
    key === undefined || has(kind, String(key)) ? [] : missing(field, kind, String(key));
  const all = (field: string, kind: Kind, list: unknown) =>
    (list as string[]).flatMap((key) => named(field, kind, key));

  check(folder.files.categories, (data) => [
    ...all('related', 'categories', data.related),
    ...named('parent', 'categories', data.parent),
  ]);
  for (const kind of ['articles', 'webstories'] as const) {
    check(folder.files[kind] as Map<string, ContentFile>, (data) => [
      ...all('categories', 'categories', data.categories),
      ...named('author', 'authors', data.author),
    ]);
  }
  check(folder.files.videos, (data) => [
    ...all('categories', 'categories', data.categories),
    ...named('author', 'authors', data.author),
    ...named('article', 'articles', data.article),
  ]);
  check(folder.files.questions, (data) => all('categories', 'categories', data.categories));
  return refuseWrongTranslations(folder, stored) || hasRefused;
}
