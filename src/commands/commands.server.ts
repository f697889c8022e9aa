import { checkLinksCommand } from './check-links-command.server.ts';
import { copyDatabaseCommand } from './copy-database-command.server.ts';
import type { Command } from '../platform/process/command.ts';
import { exportCommand } from './export-command.server.ts';
import { grantCommand } from './grant-command.server.ts';
import { importCommand } from './import-command.server.ts';
import { inboxCommand } from './inbox-command.server.ts';
import { noteBackupCommand } from './note-backup-command.server.ts';
import { publishCommand, removeCommand, staleCommand, unpublishCommand } from './publish-commands.server.ts';
import { removeMediaCommand } from './remove-media-command.server.ts';
import { reportCommand } from './report-command.server.ts';
import { rotateSecretCommand } from './rotate-secret-command.server.ts';
import { sealedCommand } from './sealed-command.server.ts';

/** Every command that works on a database, in its own process or inside a running server. */
export const commands: Record<string, Command> = {
  import: importCommand,
  export: exportCommand,
  publish: publishCommand,
  unpublish: unpublishCommand,
  remove: removeCommand,
  stale: staleCommand,
  'check-links': checkLinksCommand,
  grant: grantCommand,
  inbox: inboxCommand,
  'remove-media': removeMediaCommand,
  report: reportCommand,
  sealed: sealedCommand,
  'rotate-secret': rotateSecretCommand,
  'copy-database': copyDatabaseCommand,
  'note-backup': noteBackupCommand,
};
