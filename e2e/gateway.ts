import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** `away`: connections break off. A number: what a proxy says while the site behind it does not answer. */
type State = 'open' | 'away' | 502 | 503;
/** Hands a request on; `hold` gets what the site answers, to be sent later. */
type Forward = (hold?: (send: () => void) => void) => void;
/** Answers a request itself, or says that it does not. */
type Turn = (incoming: IncomingMessage, outgoing: ServerResponse, forward: Forward) => boolean;

/** A reverse proxy that fails as it is told to: what Playwright routes does not reach a service worker's fetches. */
export async function openGateway(port: number, sitePort: number) {
  let state: State = 'open';
  let turn: Turn = () => false;
  const server = createServer((incoming, outgoing) => {
    if (state === 'away') return void incoming.socket.destroy();
    if (state !== 'open')
      return void outgoing.writeHead(state, { 'content-type': 'text/html' }).end(`<title>${state}</title>${state}`);
    const forward: Forward = (hold = (send) => send()) => {
      const { url, method, headers } = incoming;
      const onward = request({ host: '127.0.0.1', port: sitePort, path: url, method, headers }, async (answer) => {
        const body = await answer.toArray().then(Buffer.concat, () => null);
        if (!body) return void outgoing.destroy();
        hold(() => outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body));
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
    };
    if (!turn(incoming, outgoing, forward)) forward();
  }).listen(port);
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  return {
    set(next: State, own: Turn = () => false) {
      [state, turn] = [next, own];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
