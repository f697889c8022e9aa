import { afterAll, beforeAll } from 'vitest';
import type { Connection } from '../database/connect.server.ts';
import { type Config, readConfig } from '../platform/settings/config.server.ts';
import { openTestDatabase, type TestContent, type TestDatabase } from './test-database.ts';

type OpenDatabase = Omit<TestDatabase, 'close'> & {
  db: Connection['db'];
  /** What a command needs of a site. */
  services: { connection: Connection; config: Config };
};

/** A database for the test file that calls this: there from its own `beforeAll` on, closed after its last test. */
export function openDatabase(content: TestContent): OpenDatabase {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(content);
  });
  afterAll(() => opened.close());
  return {
    get connection() {
      return opened.connection;
    },
    get dataDir() {
      return opened.dataDir;
    },
    get db() {
      return opened.connection.db;
    },
    get services() {
      return { connection: opened.connection, config: readConfig({ DATA_DIR: opened.dataDir }) };
    },
  };
}
