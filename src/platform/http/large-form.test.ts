import { Agent, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';

const test = openTestApp();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  agent.destroy();
});

const check = (text: string) =>
  new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
    const { port } = test.app.server.address() as AddressInfo;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = send({ port, host: '127.0.0.1', method: 'POST', path: '/check', agent, headers }, (answer) =>
      answer.resume().on('end', () => resolve({ status: answer.statusCode, isReused: sent.reusedSocket })),
    );
    sent.on('error', reject).end(new URLSearchParams({ text }).toString());
  });

it('a form that is too large does not hold up the next request of its connection, perhaps of another reader', async () => {
  expect((await check('a'.repeat(600_000))).status).toBe(413);
  expect(await check('Your parcel is held')).toEqual({ status: 200, isReused: true });
});
