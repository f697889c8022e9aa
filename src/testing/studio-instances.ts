import { accessTokenSeconds } from '../features/sessions/access-token.server.ts';
import {
  buildTestApp,
  openSecondInstance,
  type SecondInstance,
  sender,
  type TestAppOptions,
} from './build-test-app.ts';
import { join, signInAgain } from './join.ts';
import { type Instance, type Newsroom, roleNames } from './studio-sequences.ts';
import { postgresServer } from './test-database.ts';

/** A newsroom of five on two instances where there is a PostgreSQL; on one with PGlite, which has one process. */
export async function openNewsroom(options: TestAppOptions = {}) {
  const test = await buildTestApp(options);
  const { connection, config, clock } = test.services;
  const instances: Instance[] = [{ ...test, connection, config, clock }];
  let second: SecondInstance | undefined;
  if (postgresServer !== undefined) {
    second = await openSecondInstance(test.services);
    instances.push({ ...second, send: sender(second.app), config, clock });
  }
  const members = await Promise.all(roleNames.map((role) => join(test.services, { roles: [role] })));
  let signedInAt = clock().getTime();
  return {
    test,
    instances,
    people: Object.fromEntries(roleNames.map((role, at) => [role, members[at]])) as Newsroom,
    /** By time, not by how much was done: a busy machine does little before a token ends. */
    async staySignedIn() {
      const quarterOfToken = (accessTokenSeconds * 1_000) / 4;
      if (clock().getTime() - signedInAt < quarterOfToken) return;
      signedInAt = clock().getTime();
      for (const member of members) Object.assign(member, await signInAgain(test.services, member));
    },
    async close() {
      await second?.close();
      await test.close();
    },
  };
}
