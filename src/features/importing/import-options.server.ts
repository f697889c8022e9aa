import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { categories } from '../../database/schema.ts';
import { WrongUse, type CommandContext } from '../../platform/process/command.ts';
import { webAddress } from '../pieces/from-html/embeds.ts';
import type { OptionValues } from './import-format.ts';
import { SourceBroken, type ImportOptions } from './import-source.ts';
import { ReadProgress, readLines } from './read-file.server.ts';
import { givenName } from './source-name.ts';
import { readReviewedRules } from './schemes/reviewed-rules.server.ts';
import { plainName } from './schemes/scheme-facts.ts';

/** `salt` covers all settings that affect the result, for the fingerprint. @throws WrongUse */
export async function readImportOptions(
  values: OptionValues,
  context: CommandContext,
): Promise<{ settings: ImportOptions; salt: string; date: Date | undefined }> {
  const rows = await context.connection.db
    .select({ key: categories.key, name: categories.name, displayName: categories.displayName })
    .from(categories);
  const keys = new Set(rows.map((row) => row.key));
  const ownCategories = new Map(
    rows.flatMap((row) =>
      [row.displayName, row.name, row.key].map((name) => [name.trim().toLowerCase(), row.key] as const),
    ),
  );
  if (keys.size === 0)
    context.output.err(
      'There are no categories in the database yet, so no piece can be in one. Import the content folder first.',
    );

  const category = stringOf(values.category);
  if (category !== undefined && !keys.has(category))
    throw new WrongUse(`--category: there is no category "${category}". Categories: ${[...keys].join(', ')}.`);
  const map = stringOf(values.map);
  const categoryMap =
    map === undefined ? new Map<string, string | null>() : await readMap(resolve(context.cwd, map), keys);
  const baseUrl = stringOf(values['base-url']);
  if (baseUrl !== undefined && webAddress(baseUrl) === null)
    throw new WrongUse('--base-url: must be an address such as https://example.org/');
  const links = stringOf(values.links);
  const rules = stringOf(values.rules);
  const reviewed = rules === undefined ? undefined : await readReviewedRules(resolve(context.cwd, rules));
  const day = stringOf(values.date);
  const date = day === undefined ? undefined : new Date(/^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00+05:30` : day);
  if (date && Number.isNaN(date.getTime())) throw new WrongUse('--date: must be a day such as 2026-11-21');

  const settings: ImportOptions = {
    site: givenName(stringOf(values.site)),
    category,
    categoryMap,
    ownCategories,
    baseUrl,
    schemeLinks: links === undefined ? undefined : await readLinks(resolve(context.cwd, links)),
    schemeRules: reviewed?.byName,
  };
  return {
    settings,
    date,
    salt: JSON.stringify([
      settings.site,
      category,
      [...categoryMap],
      baseUrl,
      links,
      day,
      settings.schemeLinks?.size,
      reviewed?.fingerprint,
      values.drafts,
    ]),
  };
}

const stringOf = (value: OptionValues[string]) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

async function readMap(path: string, keys: Set<string>): Promise<Map<string, string | null>> {
  let value: unknown;
  try {
    value = parseYaml(await readFile(path, 'utf8'), { maxAliasCount: 0 });
  } catch (error) {
    throw new WrongUse(`--map: ${path} cannot be read: ${(error as Error).message.split('\n')[0]}`);
  }
  const parsed = z.record(z.string(), z.string().nullable()).safeParse(value);
  if (!parsed.success) throw new WrongUse('--map: each line must be "their category: our-key" (or null).');
  const unknown = Object.values(parsed.data).filter((key) => key !== null && !keys.has(key));
  if (unknown.length > 0) throw new WrongUse(`--map: there is no category ${unknown.join(', ')}.`);
  return new Map(Object.entries(parsed.data).map(([name, key]) => [name.trim().toLowerCase(), key]));
}

const linkLine = z.looseObject({
  scheme_name: z.string(),
  official_site: z.string().nullish(),
  apply_link: z.string().nullish(),
});
const maxLinks = 200_000;

async function readLinks(path: string): Promise<NonNullable<ImportOptions['schemeLinks']>> {
  const found: NonNullable<ImportOptions['schemeLinks']> = new Map();
  const address = (value: string | null | undefined) =>
    value ? webAddress(value.replace(/^(?=[\w-]+(?:\.[\w-]+)+(?:\/|$))/, 'https://')) : null;
  try {
    for await (const line of readLines({ path, isGzip: path.endsWith('.gz') }, new ReadProgress(0))) {
      if (line.problem || found.size >= maxLinks) continue;
      const parsed = linkLine.safeParse(JSON.parse(line.text));
      if (parsed.success)
        found.set(plainName(parsed.data.scheme_name), {
          officialSite: address(parsed.data.official_site),
          applyLink: address(parsed.data.apply_link),
        });
    }
  } catch (error) {
    throw new WrongUse(
      `--links: ${path} cannot be read: ${error instanceof SourceBroken ? error.message : 'a line is no JSON'}`,
    );
  }
  return found;
}
