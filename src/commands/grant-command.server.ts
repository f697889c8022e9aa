import { findPerson, setRole } from '../features/moderation/grant-role.server.ts';
import { noteAct } from '../features/studio/pieces/pieces.queries.server.ts';
import { resetFactor } from '../features/studio/people/second-factor.server.ts';
import { system } from '../features/studio/studio.policy.ts';
import { invalidatePages } from '../platform/cache/page-cache.server.ts';
import { displayNameOf } from '../features/users/users.queries.server.ts';
import { type Command, readArgs, WrongUse } from '../platform/process/command.ts';

const roles = ['writer', 'editor', 'checker', 'moderator', 'admin'] as const;

export const grantCommand: Command = {
  help: `Gives somebody a role, or takes it back. Holds from their next request on.

  npm run grant -- PERSON admin
  npm run grant -- PERSON moderator --revoke
  npm run grant -- PERSON --reset-second-factor

PERSON is a mobile number, an email address or a user id of an account that exists.
A person may have several roles:
  writer      writes own pieces in the studio
  editor      changes, approves and publishes every piece
  checker     reads every piece, approves it or asks for changes
  moderator   hides, restores, deletes and closes posts, and suspends people, at /moderation
  admin       everything, and the roles of the others
Every act is logged as the system's, and every editor sees it in the studio.

  --revoke                take the role back
  --reset-second-factor   the phone is lost: a new one is added at the next visit
  --reason TEXT           kept with the act

Works beside a running server. Exit status: 0 done, 1 nobody is found, 2 wrong use.`,
  async run(args, { connection, output }) {
    const { db } = connection;
    const { values, positionals } = readArgs(args, {
      revoke: { type: 'boolean' },
      'reset-second-factor': { type: 'boolean' },
      reason: { type: 'string' },
    });
    const [person, name, ...more] = positionals;
    const isReset = values['reset-second-factor'] === true;
    const role = roles.find((one) => one === name);
    if (!person || more.length > 0) throw new WrongUse('Say who and which role: npm run grant -- PERSON moderator.');
    if (!role && !isReset) throw new WrongUse(`There is no role "${name ?? ''}". There is: ${roles.join(', ')}.`);
    const user = await findPerson(db, person);
    if (!user || user.isImported) {
      output.err(`Nobody with that number, address or id has an account. They sign in once, and then it can be given.`);
      return 1;
    }
    const who = `${displayNameOf(user)} (${user.id})`;
    if (isReset) {
      const had = await db.transaction(async (tx) => {
        await noteAct(tx, system, 'reset_second_factor', {
          note: values.reason,
          data: { person: user.id },
          isEmergency: true,
        });
        return resetFactor(tx, user.id);
      });
      output.out(`${who} ${had ? 'has no second factor any more and adds a new one' : 'had no second factor'}.`);
    }
    if (!role) return 0;
    const isChanged = await db.transaction(async (tx) => {
      const has = await setRole(tx, user.id, role, !values.revoke);
      if (has)
        await noteAct(tx, system, values.revoke ? 'end_role' : 'grant_role', {
          note: values.reason,
          data: { person: user.id, roles: [role] },
          isEmergency: true,
        });
      return has;
    });
    if (isChanged) await invalidatePages(connection, [`user:${user.id}`]);
    const one = /^[aeiou]/.test(role) ? `an ${role}` : `a ${role}`;
    const granted = `${isChanged ? 'is' : 'was'} ${one}`;
    const revoked = isChanged ? `is no longer ${one}` : `was no ${role}`;
    output.out(`${who} ${values.revoke ? revoked : granted}${isChanged ? '' : ' already; nothing has changed'}.`);
    return 0;
  },
};
