import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, connect, type Server as Listening, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { listenOnSharedPort } from './shared-port.server.ts';

const logged: unknown[] = [];
const log = { error: (about: object) => void logged.push(about) };
const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) if (server.listening) await new Promise((done) => server.close(done));
});

async function start(most = 1_000): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => void response.end('ok'));
  server.maxConnections = most;
  await listenOnSharedPort(
    server,
    { host: '127.0.0.1', port: 0, backlog: 511 },
    async (options) => {
      server.listen(options);
      await once(server, 'listening');
    },
    log,
  );
  servers.push(server);
  return { server, port: (server.address() as AddressInfo).port };
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  return socket;
}

const answerOf = async (socket: Socket) => {
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const first = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => 'reset');
  return String(first).slice(0, 12);
};

it('accepts many new connections in one turn of a busy event loop', async () => {
  const { server, port } = await start();
  const seen = { accepted: 0 };
  server.on('connection', () => (seen.accepted += 1));
  for (let count = 0; count < 96; count += 1) open(port);
  await new Promise(process.nextTick);
  // The event loop stands still until the kernel has all connections, however slow the machine is.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  let turns = 0;
  for (; seen.accepted < 96; turns += 1) await turn();
  expect(turns).toBeLessThan(60);
});

it('answers on each of them, and keeps to the limit of connections over all', async () => {
  const { port } = await start(40);
  const answers = await Promise.all(Array.from({ length: 60 }, () => answerOf(open(port))));
  expect(answers.filter((answer) => answer === 'HTTP/1.1 200').length).toBe(40);
});

it('has the server answer what is no HTTP, on each of them', async () => {
  const { server, port } = await start();
  server.on('clientError', (_error, socket) => socket.end('HTTP/1.1 418 ours'));
  const answers = Array.from({ length: 24 }, async () => {
    const socket = open(port);
    socket.write('no request\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 418 ours']));
});

it('refuses a port that is taken, by a server of its own kind too', async () => {
  const { port } = await start();
  const second = createServer();
  const listen = () => Promise.reject(new Error('listened'));
  await expect(listenOnSharedPort(second, { host: '127.0.0.1', port, backlog: 1 }, listen, log)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    syscall: 'listen',
  });
});

it('refuses a port that another start has just found free', async () => {
  const { server, port } = await start();
  await new Promise((done) => server.close(done));
  const place = { host: '127.0.0.1', port, backlog: 1 };
  const [first, second] = [createServer(), createServer()];
  servers.push(first, second);
  const listen = (on: Server) => async (options: object) => {
    on.listen(options);
    await once(on, 'listening');
  };
  await listenOnSharedPort(
    first,
    place,
    async (options) => {
      await expect(listenOnSharedPort(second, place, listen(second), log)).rejects.toMatchObject({
        code: 'EADDRINUSE',
        port,
      });
      await listen(first)(options);
    },
    log,
  );
  // The claim ends with the start: from then on the socket itself is found.
  await expect(listenOnSharedPort(second, place, listen(second), log)).rejects.toMatchObject({
    syscall: 'listen',
    port,
  });
});

it('leaves the choice of a free port to the kernel, which gives none that is shared', async () => {
  const server = createServer();
  const asked = new Promise((resolve) => {
    void listenOnSharedPort(
      server,
      { host: '127.0.0.1', port: 0, backlog: 1 },
      async (options) => {
        resolve(options);
        server.listen(options);
        await once(server, 'listening');
      },
      log,
    );
  });
  servers.push(server);
  expect(await asked).toMatchObject({ port: 0, reusePort: true });
});

it('logs what cannot be accepted, and serves on', async () => {
  const listening: Listening[] = [];
  const note = (message: unknown) => void listening.push((message as { server: Listening }).server);
  subscribe('tracing:net.server.listen:asyncEnd', note);
  const { port } = await start();
  unsubscribe('tracing:net.server.listen:asyncEnd', note);
  const ours = listening.filter((each) => (each.address() as AddressInfo | null)?.port === port);
  expect(ours.length).toBe(16);
  logged.length = 0;
  for (const each of ours) each.emit('error', Object.assign(new Error('accept ENFILE'), { code: 'ENFILE' }));
  expect(logged.length).toBe(16);
  expect(await answerOf(open(port))).toBe('HTTP/1.1 200');
});

it('is closed once all requests in progress are answered, wherever they came in', async () => {
  const { server, port } = await start();
  const finish: (() => void)[] = [];
  server.removeAllListeners('request').on('request', (_request, response) => {
    finish.push(() => response.writeHead(200, { connection: 'close' }).end('late'));
  });
  const answers = Array.from({ length: 24 }, () => answerOf(open(port)));
  await expect.poll(() => finish.length).toBe(24);
  let isClosed = false;
  const closed = new Promise<void>((done) => {
    server.close(() => {
      isClosed = true;
      done();
    });
  });
  await turn();
  expect(isClosed).toBe(false);
  await expect(once(open(port), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  for (const each of finish.slice(1)) each();
  await Promise.any(answers);
  expect(isClosed).toBe(false);
  finish[0]!();
  await closed;
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200']));
});
