import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that can hang: it then accepts connections without a greeting. */
export async function startMailServer(port = 0) {
  /** Recipients of the accepted mails. */
  const taken: string[] = [];
  let isHanging = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect(_session, greet) {
      if (!isHanging) greet();
    },
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        taken.push(envelope.rcptTo.at(-1)!.address);
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    setHanging(wanted: boolean) {
      isHanging = wanted;
    },
    async stop() {
      await new Promise<void>((resolve) => {
        server.close(resolve);
        for (const client of server.connections) client.close();
      });
    },
  };
}
