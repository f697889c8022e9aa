import type { Connection } from '../database/connect.server.ts';
import type { Config } from './config.server.ts';
import type { Limits } from './limits.server.ts';
import type { Outbox } from './outbox.server.ts';

/** What pages and API plugins are given: the outside world, as arguments. */
export type PageServices = {
  config: Config;
  connection: Connection;
  limits: Limits;
  outbox: Outbox;
  clock: () => Date;
  /** Milliseconds until who waits, for a database that stands still perhaps, is answered 503. */
  longestAnswer: number;
};
