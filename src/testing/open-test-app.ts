import { afterAll, beforeAll } from 'vitest';
import { buildTestApp, type TestApp, type TestAppOptions } from './build-test-app.ts';

/** The app for the test file that calls this: there from its own `beforeAll` on, closed after its last test. */
export function openTestApp(options?: TestAppOptions): TestApp {
  let opened: TestApp;
  beforeAll(async () => {
    opened = await buildTestApp(options);
  });
  afterAll(() => opened.close());
  return {
    get app() {
      return opened.app;
    },
    get services() {
      return opened.services;
    },
    get db() {
      return opened.db;
    },
    send: (...args) => opened.send(...args),
    close: () => opened.close(),
  };
}
