import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
/** The same flags as in `npm start`. */
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
/** The same environment as there: `NAME=value` before the command. */
export const startEnvironment = Object.fromEntries(
  scripts.start.split(' ').flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split('=') as [string, string]] : [])),
);
