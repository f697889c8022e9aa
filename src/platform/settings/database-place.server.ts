import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { settings } from './settings.server.ts';

/** The database's location according to the settings; nothing is opened or created. */
export type DatabasePlace = { databaseUrl: string | undefined; dataDir: string; isDataDirGiven: boolean };

/** Reads only the variables that locate the database, so that a command can check before it creates anything. */
export function readDatabasePlace(env: Record<string, string | undefined> = process.env): DatabasePlace {
  const given = (name: string) => env[name]?.trim() || undefined;
  return {
    databaseUrl: given('DATABASE_URL'),
    dataDir: resolve(given('DATA_DIR') ?? settings.shape.DATA_DIR.parse(undefined)),
    isDataDirGiven: given('DATA_DIR') !== undefined,
  };
}

/** `PGlite in /var/lib/nagrik`, or `PostgreSQL db.example:5432/nagrik`: never a user or a password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<DatabasePlace, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl === undefined) return `PGlite in ${dataDir}`;
  const url = URL.parse(databaseUrl);
  return `PostgreSQL ${url ? `${url.host || 'localhost'}${url.pathname}` : '(DATABASE_URL is no address)'}`;
}

/** The last line of `--help`, of commands that work on a database. */
export const databaseNow = (place: DatabasePlace = readDatabasePlace()): string =>
  `Database by the settings now: ${describeDatabase(place)}`;

/** Whether the folder holds an embedded database whose initialisation completed. */
export const hasPglite = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'pglite')) && !existsSync(join(dataDir, 'pglite.unfinished'));

/** Commands never create a database: a missing setting would silently create an empty one beside the site's. */
export class NoDatabase extends Error {}

/**
 * Creates nothing, unlike `readConfig`. Whether a PostgreSQL database holds a site is known once it is open.
 * @throws NoDatabase where PGlite's folder holds no database
 */
export function requireDatabase(place: DatabasePlace): void {
  const isThere =
    place.databaseUrl !== undefined || hasPglite(place.dataDir) || existsSync(join(place.dataDir, 'control.sock'));
  if (!isThere) throw new NoDatabase(noDatabase(place));
}

/** Error message of a command that finds no database to work on. */
export const noDatabase = (place: DatabasePlace): string =>
  place.databaseUrl === undefined
    ? `There is no database in ${place.dataDir}, and a command makes none. ${place.isDataDirGiven ? 'Is DATA_DIR right?' : 'Set DATA_DIR to the folder of your site (or DATABASE_URL).'} A new site makes its database at its first npm start.`
    : `${describeDatabase(place)} has no site in it yet, and a command makes none. Is DATABASE_URL right? A new site makes its tables at its first npm start.`;
