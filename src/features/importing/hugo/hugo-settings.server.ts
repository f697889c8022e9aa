import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { nameOfAddress, nameOfTitle } from '../source-name.ts';

const files = ['.', 'config/_default', 'config'].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((type) => join(folder, `${name}.${type}`))),
);
// The default of `hugo new site`.
const nobodysAddress = /^(?:www\.)?example\.(?:org|com|net)$/;

/** The name in the site's configuration, in the folder or (for `content`) its parent. Null where there is none. */
export async function nameOfHugoSite(folder: string): Promise<string | null> {
  for (const root of [folder, dirname(folder)]) {
    for (const file of files) {
      const settings = await readSettings(join(root, file));
      const name = settings && nameIn(settings);
      if (name) return name;
    }
  }
  return null;
}

async function readSettings(path: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null || text.length > 1_000_000) return null;
  try {
    const value: unknown = path.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 0 });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function nameIn(settings: Record<string, unknown>): string | null {
  const given = (name: string) => {
    const value = Object.entries(settings).find(([key]) => key.toLowerCase() === name)?.[1];
    return typeof value === 'string' ? value : '';
  };
  const address = nameOfAddress(given('baseurl'));
  return address !== null && !nobodysAddress.test(address) ? address : nameOfTitle(given('title'));
}
