import { languages as ours } from '../../../messages/languages-here.ts';
import { pieceLanguages } from '../../../messages/piece-languages.ts';

/** What a site's settings say about its languages. */
export type HugoLanguages = {
  /** Of files that say none; null: not given, then `en` is shown without a folder of its own. */
  first: string | null;
  isFirstInFolder: boolean;
  codes: string[];
  /** Folders of content, the longest first, each with the language that is written there alone. */
  folders: [folder: string, language: string | null][];
};
export type HugoPlace = {
  /** Null where neither the file nor its folder says one. */
  written: string | null;
  /** Within the language's content; a bundle's own folder is the page. */
  section: string[];
  /** The file's name without its language; of a bundle, its folder's. */
  stem: string;
  isSection: boolean;
};

const plainFolder = (folder: string) => folder.replace(/^\.?\/|\/$/g, '');

/** @param settings with names in lower case; empty where none are known */
export function languagesIn(settings: Record<string, unknown>): HugoLanguages {
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const content = plainFolder(textOf(settings.contentdir) ?? 'content');
  const given = Object.entries(typeof settings.languages === 'object' ? (settings.languages ?? {}) : {});
  const folders =
    given.length === 0
      ? ours.map((code): [string, string] => [`${content}/${code}`, code])
      : given.flatMap(([code, own]): [string, string][] => {
          const names = Object.entries((own ?? {}) as Record<string, unknown>);
          const folder = textOf(names.find(([name]) => name.toLowerCase() === 'contentdir')?.[1]);
          return folder === null ? [] : [[plainFolder(folder), code.toLowerCase()]];
        });
  return {
    first: textOf(settings.defaultcontentlanguage)?.toLowerCase() ?? null,
    isFirstInFolder: settings.defaultcontentlanguageinsubdir === true,
    codes: given.length === 0 ? [...ours] : given.map(([code]) => code.toLowerCase()),
    folders: [...folders, [content, null] as [string, null]].sort(([one], [other]) => other.length - one.length),
  };
}

/** @param path from the site's folder, or from its content */
export function placeOf(path: string, { folders, codes }: HugoLanguages): HugoPlace {
  const plain = path.replace(/^\.\//, '');
  const [from, [folder, language]] = [plain, `content/${plain}`]
    .flatMap((one) => folders.flatMap((of) => (one.startsWith(`${of[0]}/`) ? [[one, of] as const] : [])))
    .sort(([, [one]], [, [other]]) => other.length - one.length)[0] ?? [plain, ['', null]];
  const parts = from.slice(folder.length).split('/').filter(Boolean);
  const file = (parts.pop() ?? '').replace(/\.[a-z]+$/i, '');
  const { name, written } = splitLanguage(file, codes);
  const isBundle = /^index$/i.test(name);
  return {
    written: language ?? written,
    section: isBundle ? parts.slice(0, -1) : parts,
    stem: isBundle ? (parts.at(-1) ?? name) : name,
    isSection: name === '_index',
  };
}

/** The `hi` of `a.hi`. */
export function splitLanguage(file: string, codes: string[]): { name: string; written: string | null } {
  const written = /\.([a-z]{2,3}(?:-[a-z]{2,8})?)$/i.exec(file)?.[1];
  return written !== undefined && codes.includes(written.toLowerCase())
    ? { name: file.slice(0, -written.length - 1), written: written.toLowerCase() }
    : { name: file, written: null };
}

/** Hugo shows other languages than the site's first in a folder of their own. */
export const folderOf = (written: string | null, { first, isFirstInFolder }: HugoLanguages): string[] => {
  const own = written ?? first ?? 'en';
  return own === (first ?? 'en') && !isFirstInFolder ? [] : [own];
};

/** Of a code of Hugo (`hi`, `hi-in`), where pieces can be in it. */
export const pieceLanguageOf = (code: string) => pieceLanguages.find((one) => one === code.toLowerCase().slice(0, 2));

/** By path: the path of the original that a file translates, by `translationKey` or by its name. */
export function originalsOf(files: Iterable<{ path: string; key: string | null }>, languages: HugoLanguages) {
  const groups = new Map<string, Map<string, string>>();
  const first = languages.first ?? 'en';
  for (const { path, key } of files) {
    const { written, section, stem, isSection } = placeOf(path, languages);
    const language = pieceLanguageOf(written ?? first);
    if (isSection || language === undefined) continue;
    const name = key === null ? `/${[...section, stem].join('/')}` : `key ${key}`;
    const group = groups.get(name) ?? new Map<string, string>();
    if (!group.has(language)) group.set(language, path);
    groups.set(name, group);
  }
  const originals = new Map<string, string>();
  for (const group of groups.values()) {
    const original = group.get(pieceLanguageOf(first) ?? '') ?? [...group.values()][0]!;
    for (const path of group.values()) if (path !== original) originals.set(path, original);
  }
  return originals;
}
