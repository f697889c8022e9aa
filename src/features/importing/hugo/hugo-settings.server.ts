import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { nameOfAddress, nameOfTitle } from '../source-name.ts';

const files = ['.', 'config/_default', 'config'].flatMap((folder) =>
  ['hugo', 'config', 'languages'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((type) => join(folder, `${name}.${type}`)),
  ),
);
// The default of `hugo new site`.
const nobodysAddress = /^(?:www\.)?example\.(?:org|com|net)$/;

/**
 * The site's settings, names in lower case, from its folder or (for `content`) the parent; empty where there are none.
 */
export async function settingsOfHugoSite(folder: string): Promise<Record<string, unknown>> {
  for (const root of [folder, dirname(folder)]) {
    const found: Record<string, unknown> = {};
    for (const file of files) {
      const settings = await readSettings(join(root, file));
      const named = /languages\.\w+$/.test(file) && settings ? { languages: settings } : settings;
      for (const [name, value] of Object.entries(named ?? {})) found[name.toLowerCase()] ??= value;
    }
    if (Object.keys(found).length > 0) return found;
  }
  return {};
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

export function nameInSettings(settings: Record<string, unknown>): string | null {
  const given = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '');
  const address = nameOfAddress(given('baseurl'));
  return address !== null && !nobodysAddress.test(address) ? address : nameOfTitle(given('title'));
}
