// @runs slow
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeDatabase, noDatabase } from '../platform/settings/database-place.server.ts';
import { runProcess } from '../testing/run-process.ts';
import { newFolder } from '../testing/new-folder.ts';

const folder = newFolder();

it('a command says which database it means, and makes none where there is none', async () => {
  const DATA_DIR = join(folder, 'forgotten');
  const none = `There is no database in ${DATA_DIR}, and a command makes none.`;
  for (const [script, told] of [
    [['scripts/inbox.ts'], none],
    [['scripts/publish.ts', 'publish', 'article:1'], none],
    [['scripts/import.ts', 'content'], none],
    [['scripts/backup.ts'], none],
    [['scripts/backup.ts', 'one', 'two'], 'One folder, please.'],
  ] as const) {
    const run = runProcess([...script], { DATA_DIR });
    const { status } = await run.ends();
    expect(run.output().split('\n')[0]).toBe(`Database: PGlite in ${DATA_DIR}`);
    expect(run.output()).toContain(told);
    expect(status).toBe(2);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('--help tells it too, and a reader of the first line only ends nothing with a stack', () => {
  const said = execFileSync(
    'bash',
    [
      '-c',
      'set -o pipefail; "$0" scripts/inbox.ts --help 2>&1 | true; echo "${PIPESTATUS[0]}"; "$0" scripts/inbox.ts --help',
      process.execPath,
    ],
    {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
      encoding: 'utf8',
    },
  );
  expect(said.split('\n')[0]).toBe('0');
  expect(said).toContain(`Database by the settings now: PGlite in ${folder}`);
});

it.each(['src/main.server.ts', 'scripts/dev.ts'])('%s --help tells it as well', (script) => {
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '' };
  const said = execFileSync(process.execPath, [script, '--help'], { env, encoding: 'utf8' });
  expect(said).toContain(`Database by the settings now: PGlite in ${folder}`);
});

it('never prints a user name or a password', () => {
  const place = {
    databaseUrl: 'postgres://asha:secret@db.example:5433/nagrik?x=secret',
    dataDir: '/x',
    isDataDirGiven: true,
  };
  expect(describeDatabase(place)).toBe('PostgreSQL db.example:5433/nagrik');
  expect(noDatabase(place)).not.toMatch(/secret|asha/);
});

it.skipIf(existsSync('data/pglite'))(
  'a production start without DATA_DIR makes no database beside a site',
  async () => {
    const run = runProcess(['src/main.server.ts'], {
      PUBLIC_ORIGIN: 'https://nagrik.example',
      AUTH_SECRET: 'q8Jr0Vt2mW5xZ7bN4cK1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@nagrik.example',
      PORT: '0',
    });
    const { status } = await run.ends();
    expect(run.output()).toContain('say where the data of https://nagrik.example is');
    expect(status).toBe(1);
  },
);
