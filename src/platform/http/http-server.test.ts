import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { createHttpServer, isFromThisMachine } from './http-server.server.ts';
import { wideNetworkOf } from '../guard/networks.ts';

type Bounds = Parameters<typeof createHttpServer>[2];
let server: ReturnType<typeof createHttpServer>;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function listen(bounds: Bounds): Promise<void> {
  server = createHttpServer({}, (_request, response) => void response.end('ok'), bounds);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function open(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Whether a request on this connection gets a response. */
const isServed = async (socket: Socket): Promise<boolean> => {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  return String(first).startsWith('HTTP/1.1 200');
};

it('one network holds so many connections and no more; one that closes makes room', async () => {
  await listen({ mostPerNetwork: 5, isExempt: () => false });
  const held: Socket[] = [];
  for (let count = 0; count < 5; count += 1) held.push(await open());
  expect(await isServed(held[4]!)).toBe(true);
  expect(await isServed(await open())).toBe(false);
  held[0]!.destroy();
  await expect.poll(async () => isServed(await open())).toBe(true);
});

it('proxies in front, and programs of this machine, are not counted', async () => {
  await listen({ mostPerNetwork: 2, isExempt: isFromThisMachine });
  for (let count = 0; count < 6; count += 1) expect(await isServed(await open())).toBe(true);
});

it('the site itself takes a thousand connections from one network, and any number from its proxy', async () => {
  const test = await buildTestApp({ env: { TRUST_PROXY: '198.51.100.0/24' } });
  const from = (remoteAddress: string) => {
    const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    test.app.server.emit('connection', Object.assign(socket, { remoteAddress }));
    return socket;
  };
  const many = (address: string) => Array.from({ length: 1_002 }, () => from(address));
  const [reader, proxy] = [many('203.0.113.9'), many('198.51.100.7')];
  const others = [from('203.0.113.10'), from('2001:db8:9::1')];
  const closed = (list: Duplex[]) => list.filter(({ destroyed }) => destroyed).length;
  expect([closed(reader), closed(proxy), closed(others)]).toEqual([2, 0, 0]);
  expect(reader.slice(1_000).every(({ destroyed }) => destroyed)).toBe(true);
  for (const socket of [...reader, ...proxy, ...others]) socket.destroy();
  await test.close();
});

it('a connection on which nothing is asked is closed within seconds', async () => {
  await listen({});
  const socket = await open();
  const before = performance.now();
  socket.resume();
  await once(socket, 'close');
  expect(performance.now() - before).toBeLessThan(20_000);
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:9:1::5', '2001:db8:9'],
  ['2001:db8:9:ffff:1:2:3:4', '2001:db8:9'],
])('%s is of the network %s', (address, network) => expect(wideNetworkOf(address)).toBe(network));

it('a listener that throws costs its request a 500, and the server stays up', async () => {
  const told: unknown[] = [];
  let isBroken = true;
  server = createHttpServer(
    {},
    (_request, response) => {
      if (isBroken) throw new Error('broken');
      response.end('ok');
    },
    { onError: (error) => told.push(error) },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = await open();
  socket.write('OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /);
  expect(told).toHaveLength(1);
  isBroken = false;
  expect(await isServed(await open())).toBe(true);
});
