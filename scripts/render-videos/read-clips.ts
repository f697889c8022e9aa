import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { lookOf, type Figure, type Look } from './cloth.ts';

export const root = join(import.meta.dirname, '../..');
export const contentDir = join(root, 'content');

export type Scene = { heading: string; text: string };
export type Lang = 'en' | 'hi';
export type Clip = { key: string; id: number; lang: Lang; scenes: Scene[]; label: Figure | null; look: Look };
export type Story = {
  key: string;
  title: string;
  looks: Look[];
  poster: string;
  pages: { image: string; words: string }[];
};

type FrontMatter = Record<string, unknown>;

async function readFrontMatter(path: string): Promise<FrontMatter> {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(await readFile(path, 'utf8'));
  const data: unknown = match ? parse(match[1] ?? '') : null;
  if (typeof data !== 'object' || data === null) throw new Error(`${path}: no front matter between two lines of ---`);
  return data as FrontMatter;
}

async function readFolder(folder: string): Promise<{ key: string; path: string; data: FrontMatter }[]> {
  const names = (await readdir(join(contentDir, folder))).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const path = join(contentDir, folder, name);
      return { key: name.slice(0, -3), path, data: await readFrontMatter(path) };
    }),
  );
}

/** Each category's look, by its key. */
async function readLooks(): Promise<Map<string, Look>> {
  return new Map(
    (await readFolder('categories')).map(({ key, path, data }) => [
      key,
      lookOf(path, { ...data, name: data.displayName ?? data.name }),
    ]),
  );
}

const keysOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function looksFor(path: string, data: FrontMatter, looks: Map<string, Look>): [Look, ...Look[]] {
  const [first, ...rest] = keysOf(data.categories).map((key) => {
    const look = looks.get(key);
    if (!look) throw new Error(`${path}: no category "${key}" in content/categories`);
    return look;
  });
  if (!first) throw new Error(`${path}: needs at least one category`);
  return [first, ...rest];
}

function figureOf(value: unknown): Figure | null {
  if (typeof value !== 'object' || value === null) return null;
  const { value: figure, note } = value as Partial<Figure>;
  return figure ? { value: String(figure), note: String(note ?? '') } : null;
}

/** Every clip of content/videos, oldest id first. */
export async function readClips(): Promise<Clip[]> {
  const looks = await readLooks();
  // A translation with a `video` shows the film of its original.
  const own = (await readFolder('videos')).filter(({ data }) => data.video === undefined);
  const clips = own.map(({ key, path, data }): Clip => {
    const scenes = (Array.isArray(data.scenes) ? data.scenes : []) as Partial<Scene>[];
    if (!scenes.length || scenes.some((scene) => !scene?.heading || !scene.text))
      throw new Error(`${path}: every scene needs a heading and a text`);
    return {
      key,
      id: Number(data.id),
      lang: data.lang === 'hi' ? 'hi' : 'en',
      label: figureOf(data.label),
      look: looksFor(path, data, looks)[0],
      scenes: scenes.map((scene) => ({ heading: String(scene.heading), text: String(scene.text) })),
    };
  });
  return clips.sort((a, b) => a.id - b.id);
}

/** Every story of content/webstories. */
export async function readStories(): Promise<Story[]> {
  const looks = await readLooks();
  // A translation shows the pictures of its original.
  const own = (await readFolder('webstories')).filter(({ data }) => data.translationOf === undefined);
  return own.map(({ key, path, data }) => ({
    key,
    title: String(data.title),
    looks: looksFor(path, data, looks),
    poster: String(data.poster ?? `${key}-poster.webp`),
    pages: (Array.isArray(data.pages) ? (data.pages as FrontMatter[]) : []).map((page, index) => ({
      image: String(page.image ?? `${key}-${index + 1}.webp`),
      words: `${page.heading} ${page.text}`,
    })),
  }));
}
