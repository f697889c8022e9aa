import type { FastifyBaseLogger } from 'fastify';
import type { Queryable, Transaction } from '../database/connect.server.ts';
import type { ApiPlugin } from './http/api.server.ts';
import type { PageServices } from './page/page-services.server.ts';

/** What a feature brings to the server, in its `NAME.feature.ts`; `features.server.ts` collects them. */
export type Feature = {
  /** A feature imports from its own level and from lower ones. */
  level: number;
  /** The group of its calls in the API's description. */
  tag?: string;
  api?: ApiPlugin[];
  /** Delete rows past their retention, hourly; the log names the one that fails. */
  sweeps?: Record<string, (services: PageServices) => Promise<unknown>>;
  /** Work that no request asks for, on each instance. */
  work?: Work[];
  /** In the order of export, erasure and merging. */
  personalData?: PersonalData[];
};

/** @returns stops it, after what is under way. @param signal aborted just before that */
export type Work = (context: {
  services: PageServices;
  log: FastifyBaseLogger;
  signal: AbortSignal;
}) => Stop | undefined | Promise<Stop>;
export type Stop = () => Promise<unknown>;

/** Some rows are keyed by a number or address only, such as forms sent while signed out. */
export type Person = { userId: string; identifiers: string[] };

export type ForgetOptions = {
  /** Deletes posts that others have answered as well; by default these stay, anonymised. */
  withPosts: boolean;
};

export type PersonalData = {
  /** Key in the export. */
  name: string;
  /** Brought by a role: exported only after the second factor that the role needs. */
  isOfRole?: true;
  /** What can grow is given in batches: see json-pieces.ts. */
  exportOf(db: Queryable, person: Person): unknown;
  /** Absent where rows go with the account by cascade. @returns cache tags of pages that showed them */
  forget?(tx: Transaction, person: Person, options: ForgetOptions): Promise<Iterable<string> | void>;
  /** For merging two accounts of one person; absent where nothing moves. @returns cache tags of pages that show it */
  move?(tx: Transaction, from: Person, to: Person): Promise<Iterable<string> | void>;
};
