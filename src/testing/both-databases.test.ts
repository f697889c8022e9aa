import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { onBothDatabases } from './both-databases.ts';

it('runs on PostgreSQL every file with a test that only PostgreSQL can pass', () => {
  const chosen = new Set(globSync(onBothDatabases));
  const needsPostgres = (file: string) =>
    /runIf\(postgres|!postgresServer|connectAgain\(|urlOf\(/.test(readFileSync(file, 'utf8'));
  const all = globSync('src/**/*.test.{ts,tsx}').filter((file) => !file.endsWith('both-databases.test.ts'));
  expect(all.filter((file) => needsPostgres(file) && !chosen.has(file))).toEqual([]);
});
