import { beforeAll } from 'vitest';

/** What `make` answers, for the test file that calls this: there from its own `beforeAll` on. */
export function prepared<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}
