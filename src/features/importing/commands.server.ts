import { copyDatabaseCommand } from '../backups/copy-database-command.server.ts';
import type { Command } from './command.ts';
import { grantCommand } from './grant-command.server.ts';
import { importCommand } from './import-command.server.ts';
import { inboxCommand } from './inbox-command.server.ts';
import { publishCommand, removeCommand, staleCommand, unpublishCommand } from './publishing/publish-commands.server.ts';
import { removeMediaCommand } from './remove-media.server.ts';
import { reportCommand } from './report-command.server.ts';

/** Every command that works on a database, here or inside a running server. */
export const commands: Record<string, Command> = {
  import: importCommand,
  publish: publishCommand,
  unpublish: unpublishCommand,
  remove: removeCommand,
  stale: staleCommand,
  grant: grantCommand,
  inbox: inboxCommand,
  'remove-media': removeMediaCommand,
  report: reportCommand,
  'copy-database': copyDatabaseCommand,
};
