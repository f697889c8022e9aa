import { afterAll, beforeAll, beforeEach } from 'vitest';
import { importCommand } from '../commands/import-command.server.ts';
import { articles, authors, categories, importRuns, redirects } from '../database/schema.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { commandContext } from './command-context.ts';
import { newFolder } from './new-folder.ts';

/** The site, a folder for exports, and what the import of the running test has printed. */
export type ImportSite = {
  readonly test: TestApp;
  readonly folder: string;
  printed: string[];
  db(): TestApp['services']['connection']['db'];
  /** `npm run import -- ARGS` in the folder. @returns the exit status */
  run(...args: string[]): Promise<number>;
};

/** A site with a category `social` for the test file that calls this; each test begins without imported pieces. */
export function openImportSite(): ImportSite {
  let test: TestApp;
  let folder: string;
  const site: ImportSite = {
    get test() {
      return test;
    },
    get folder() {
      return folder;
    },
    printed: [],
    db: () => test.db,
    run: (...args) =>
      importCommand.run(
        args,
        commandContext(test.services, { cwd: folder, tell: (line) => void site.printed.push(line) }),
      ),
  };
  beforeAll(async () => {
    test = await buildTestApp();
    folder = newFolder();
    await site.db().insert(categories).values({ id: 270, key: 'social', name: 'Social', displayName: 'Social' });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    site.printed = [];
    for (const table of [articles, redirects, importRuns, authors]) await site.db().delete(table);
  });
  return site;
}
