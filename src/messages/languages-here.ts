import { readdirSync } from 'node:fs';

const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
  (entry) => entry.isDirectory() && /^[a-z]{2,3}$/.test(entry.name),
);

/**
 * Languages of the interface: the source, and each that has a folder here. The build for the browser writes the list in
 * place of this module.
 */
export const languages: readonly string[] = ['en', ...folders.map(({ name }) => name).sort()];
