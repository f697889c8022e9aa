import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../settings/config.server.ts';
import type { DiskSpace } from '../guard/disk-space.server.ts';
import type { PersonalData } from '../feature.ts';
import type { AlertName, Limits } from '../guard/limits.server.ts';
import type { Outbox } from '../delivery/outbox.server.ts';
import type { SiteBrand } from '../settings/site-brand.server.ts';
import type { TextWorker } from '../text/text-worker.server.ts';

/** Dependencies of pages and API plugins, passed as arguments. */
export type PageServices = {
  config: Config;
  connection: Connection;
  limits: Limits;
  outbox: Outbox;
  /** Of every feature that stores any. */
  personalData: readonly PersonalData[];
  /** Renders user-written texts, whose cost is not linear, in a worker. */
  texts: TextWorker;
  /** Renders pieces and compares their revisions in another one. */
  pieceTexts: TextWorker;
  /** Not watched in commands and most tests. */
  disk?: DiskSpace | undefined;
  /** Not in commands and most tests. */
  alertOwner?: ((alert: AlertName) => void) | undefined;
  /** As it is now, see followBrand; none in commands. */
  brand?: SiteBrand | undefined;
  clock: () => Date;
  /** Milliseconds until a request is answered 503, for instance because the database hangs. */
  longestAnswer: number;
};
