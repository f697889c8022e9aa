import type { Connection } from '../database/connect.server.ts';
import { startCommunityTexts } from '../features/communities/start-community-texts.server.ts';
import { startPieceTexts } from '../features/studio/pieces/start-piece-texts.server.ts';
import { personalData } from '../features.server.ts';
import { createOutbox, type Outbox } from '../platform/delivery/outbox.server.ts';
import { noLimits } from '../platform/guard/limits.server.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import type { Config } from '../platform/settings/config.server.ts';

/** The services over a connection that a test or benchmark opened itself, without limits. */
export const plainServices = (
  connection: Connection,
  config: Config,
  {
    outbox = createOutbox({ connection, config }),
    longestAnswer = 25_000,
  }: { outbox?: Outbox; longestAnswer?: number } = {},
): PageServices => ({
  config,
  connection,
  limits: noLimits(),
  outbox,
  personalData,
  texts: startCommunityTexts(),
  pieceTexts: startPieceTexts(),
  clock: () => new Date(),
  longestAnswer,
});
