import { createServer, type Server, type Socket } from 'node:net';

/** An SMTP server that can hang: it then accepts connections without a greeting. */
export async function startMailServer(port = 0): Promise<{
  port: number;
  /** Accepted mails, by recipient. */ taken: string[];
  setHanging(isHanging: boolean): void;
  stop(): Promise<void>;
}> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (!isHanging) speak(socket, taken);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as { port: number }).port,
    taken,
    setHanging(wanted) {
      isHanging = wanted;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function speak(socket: Socket, taken: string[]): void {
  let recipient = '';
  let isBody = false;
  let rest = '';
  socket.write('220 here\r\n');
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (isBody) {
        if (line !== '.') continue;
        isBody = false;
        taken.push(recipient);
        socket.write('250 taken\r\n');
        continue;
      }
      recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? recipient;
      isBody = /^DATA/i.test(line);
      if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n');
    }
  });
}
