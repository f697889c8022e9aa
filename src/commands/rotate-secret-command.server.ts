import { rotateSecret } from '../platform/settings/site-secret.server.ts';
import { type Command, WrongUse } from '../platform/process/command.ts';

export const rotateSecretCommand: Command = {
  help: `Makes the AUTH_SECRET of the settings the site's own, in place of the one that it had.

  npm run rotate-secret              with the new AUTH_SECRET set; on PGlite with the site stopped

Set the new secret for every instance, run this, and restart them all. Sessions stay. What ends: codes under way, forms
in open tabs, the day's limits by number, unsubscribe links, known browsers, notifications on phones, second factors of
the studio, suspensions of deleted accounts, messages that wait in the
outbox. Removals under seal open with the old secret only:
keep it 180 days. Proofs of helpers are lost: ask for them again.
Exit status: 0 done, 2 wrong use.`,
  async run(args, { connection, config, output }) {
    if (args.length > 0) throw new WrongUse('It takes nothing: the secret is that of the settings.');
    output.out(
      (await rotateSecret(connection.db, config))
        ? 'The secret of the settings is the site’s own now. Restart every instance with it.'
        : 'The secret of the settings is the site’s own already.',
    );
    return 0;
  },
};
