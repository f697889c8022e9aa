import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Balancer = {
  origin: string;
  /** Responses forwarded, by upstream. */
  served: Map<string, number>;
  close(): Promise<void>;
};

/**
 * A round-robin load balancer over keep-alive connections to the upstreams whose `/readyz` last succeeded. It never
 * retries: a failed upstream request is a 502.
 */
export async function startBalancer(upstreams: string[], { everyMs = 100 } = {}): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ready = new Set(upstreams);
  const served = new Map<string, number>();
  let turn = 0;

  const over = new AbortController();
  const look = async (upstream: string): Promise<void> => {
    while (!over.signal.aborted) {
      const isReady = await fetch(`${upstream}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(upstream);
      else ready.delete(upstream);
      await wait(everyMs);
    }
  };
  for (const upstream of upstreams) void look(upstream);

  function hand(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const candidates = upstreams.filter((upstream) => ready.has(upstream));
    const upstream = candidates[turn++ % candidates.length];
    if (!upstream) return void outgoing.writeHead(502).end('nobody is ready');
    const fail = (error: Error) =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(error.message);
    const { connection: _connection, ...headers } = incoming.headers;
    const onward = request(upstream + incoming.url, { agent, method: incoming.method ?? 'GET', headers }, (answer) => {
      served.set(upstream, (served.get(upstream) ?? 0) + 1);
      const { connection: _ours, 'keep-alive': _also, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.on('error', fail).pipe(outgoing);
    });
    onward.on('error', fail);
    incoming.pipe(onward);
  }

  const server = createServer(hand).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    served,
    async close() {
      over.abort();
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
