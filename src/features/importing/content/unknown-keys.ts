import type { ContentFile, ContentFolder } from './read-folder.server.ts';
import type { SiteKeys } from './site-keys.server.ts';

/** A file that names a category, author or article that exists nowhere is broken; its stored version stays. */
export function refuseUnknownKeys(folder: ContentFolder, keys: SiteKeys): void {
  const check = (files: Map<string, ContentFile>, problemsOf: (data: Record<string, unknown>) => string[]) => {
    for (const [key, { file, data }] of files) {
      const messages = problemsOf(data).map((problem) => `${file}: ${problem}`);
      if (messages.length === 0) continue;
      files.delete(key);
      folder.broken.push({ file, messages });
    }
  };
  const categories = (list: unknown) =>
    (list as string[]).filter((key) => !keys.categories.has(key)).map((key) => `categories: unknown category "${key}"`);
  const author = (key: unknown) =>
    keys.authors.has(String(key)) ? [] : [`author: unknown author "${key}" (add content/authors/${key}.md)`];

  for (const kind of ['articles', 'webstories'] as const) {
    check(folder.files[kind] as Map<string, ContentFile>, (data) => [
      ...categories(data.categories),
      ...author(data.author),
    ]);
  }
  check(folder.files.videos, (data) => [
    ...categories(data.categories),
    ...author(data.author),
    ...(data.article === undefined || keys.articles.has(String(data.article))
      ? []
      : [`article: unknown article "${data.article}"`]),
  ]);
  check(folder.files.categories, (data) => [
    ...(data.related as string[])
      .filter((key) => !keys.categories.has(key))
      .map((key) => `related: unknown category "${key}"`),
    ...(data.parent === undefined || keys.categories.has(String(data.parent))
      ? []
      : [`parent: unknown category "${data.parent}"`]),
  ]);
}
