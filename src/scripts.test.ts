// @runs slow
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { postgresServer } from './testing/test-database.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: Record<string, string>;
};

// Without Node's flags and npm's pre-scripts.
const ours = Object.entries(scripts).flatMap(([name, command]) => {
  const words = command.replace(/^exec /, '').split(' ');
  const file = words.findIndex((word) => /^(scripts|bench|src)\/.*\.(ts|mjs)$/.test(word));
  return file === -1 ? [] : [[`npm run ${name}`, ...words.slice(file)]];
});
const files = readdirSync(new URL('../scripts', import.meta.url))
  .filter((name) => /\.(ts|mjs)$/.test(name) && name !== 'own-postgres.ts')
  .map((name) => [`node scripts/${name}`, `scripts/${name}`]);
// Each command once, by npm's name where it has one.
const commands = new Map([...files, ...ours].map((named) => [named.slice(1).join(' '), named]));

it.skipIf(postgresServer !== undefined).each([...commands.values()])(
  '%s explains itself with --help, and ends with 0',
  (_name, ...command) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command, '--help'], {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env.PATH, DATA_DIR: '/nowhere/that/can/be/made' },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/npm |node /);
  },
);
