import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
/** The same flags as in `npm start`. */
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
