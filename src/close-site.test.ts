import { expect, it } from 'vitest';
import { closeSite } from './close-site.server.ts';

it('closes HTTP while background work still runs, and the database after both', async () => {
  const done: string[] = [];
  let endWork = () => {};
  const worked = new Promise<void>((resolve) => (endWork = resolve)).then(() => void done.push('work'));
  const close = (name: string) => async () => void done.push(name);
  const closed = closeSite({
    stopWorking: () => worked,
    closeHttp: close('http'),
    resources: [close('outbox'), close('database')],
  });
  await new Promise(setImmediate);
  expect(done).toEqual(['http']);
  endWork();
  await closed;
  expect(done).toEqual(['http', 'work', 'outbox', 'database']);
});
