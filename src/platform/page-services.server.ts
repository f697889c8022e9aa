import type { Connection } from '../database/connect.server.ts';
import type { Config } from './config.server.ts';
import type { Limits } from './limits.server.ts';
import type { Outbox } from './outbox.server.ts';
import type { TextThread } from './text-thread.server.ts';

/** Dependencies of pages and API plugins, passed as arguments. */
export type PageServices = {
  config: Config;
  connection: Connection;
  limits: Limits;
  outbox: Outbox;
  /** Renders user-written texts, whose cost is not linear, in a worker thread. */
  texts: TextThread;
  /** Renders pieces and compares their revisions in another one. */
  pieceTexts: TextThread;
  clock: () => Date;
  /** Milliseconds until a request is answered 503, for instance because the database hangs. */
  longestAnswer: number;
};
