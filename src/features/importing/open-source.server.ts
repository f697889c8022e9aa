import { stat } from 'node:fs/promises';
import { openFile } from './read-file.server.ts';
import { openGhost } from './ghost/open-ghost.server.ts';
import { openHugoFolder, openHugoLines } from './hugo/open-hugo.server.ts';
import type { ImportOptions, ImportSource } from './import-source.ts';
import { openSchemesCsv } from './schemes/read-csv.server.ts';
import { openSchemes } from './schemes/read-schemes.server.ts';
import { openWordPress } from './wordpress/open-wordpress.server.ts';

type Open = (path: string, settings: ImportOptions, salt: string) => Promise<ImportSource>;

/** The formats of other sites, by name: also what a worker opens. @throws SourceBroken, NotTaken, NameNeeded */
export const openers = {
  schemes: async (path, settings, salt) => {
    const file = await openFile(path, salt);
    return /\.csv(?:\.gz)?$/i.test(path) ? openSchemesCsv(file, settings) : openSchemes(file, settings);
  },
  hugo: async (path, settings, salt) =>
    (await stat(path)).isDirectory()
      ? openHugoFolder(path, settings, salt)
      : openHugoLines(await openFile(path, salt), settings),
  wordpress: async (path, settings, salt) => openWordPress(await openFile(path, salt), settings),
  ghost: async (path, settings, salt) => openGhost(await openFile(path, salt), settings),
} satisfies Record<string, Open>;
export type SourceName = keyof typeof openers;
