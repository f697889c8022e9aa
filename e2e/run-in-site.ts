import { connect } from 'node:net';
import { type ControlReply, type ControlRequest, controlPath } from '../src/commands/control.server.ts';

/**
 * Has a running site do a command, as `npm run NAME` beside it does, without a process that loads the whole app first.
 * @throws with what it said where its exit status is not 0
 */
export async function runInSite(dataDir: string, command: string, ...args: string[]): Promise<void> {
  const place = controlPath(dataDir);
  try {
    const socket = connect(place.path);
    const request: ControlRequest = { command, args, cwd: process.cwd(), isTty: false };
    socket.write(`${JSON.stringify(request)}\n`);
    const said = Buffer.concat(await socket.toArray()).toString();
    const replies = said.split('\n').flatMap((line) => (line ? [JSON.parse(line) as ControlReply] : []));
    if (!replies.some((reply) => 'exit' in reply && reply.exit === 0)) throw new Error(`${command}: ${said}`);
  } finally {
    place.release();
  }
}
