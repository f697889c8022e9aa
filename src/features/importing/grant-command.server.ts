import { parseArgs } from 'node:util';
import { findPerson, setRole } from '../moderation/grant-role.server.ts';
import { displayNameOf } from '../users/users.queries.server.ts';
import { WrongUse, type Command } from './command.ts';

const roles = ['moderator'] as const;

export const grantCommand: Command = {
  help: `Gives somebody a role, or takes it back. Holds from their next request on.

  npm run grant -- PERSON moderator
  npm run grant -- PERSON moderator --revoke

PERSON is a mobile number, an email address or a user id of an account that exists.
A moderator hides, restores, deletes and closes posts, and suspends people, at /moderation; every act is logged.

  --revoke        take the role back

Works beside a running server. Exit status: 0 done, 1 nobody is found, 2 wrong use.`,
  async run(args, { connection: { db }, output }) {
    const { values, positionals } = read(args);
    const [person, name, ...more] = positionals;
    const role = roles.find((one) => one === name);
    if (!person || more.length > 0) throw new WrongUse('Say who and which role: npm run grant -- PERSON moderator.');
    if (!role) throw new WrongUse(`There is no role "${name ?? ''}". There is: ${roles.join(', ')}.`);
    const user = await findPerson(db, person);
    if (!user || user.isImported) {
      output.err(`Nobody with that number, address or id has an account. They sign in once, and then it can be given.`);
      return 1;
    }
    const isChanged = await setRole(db, user.id, role, !values.revoke);
    const state = values.revoke ? (isChanged ? 'is no longer a' : 'was no') : isChanged ? 'is a' : 'was a';
    output.out(
      `${displayNameOf(user)} (${user.id}) ${state} ${role}${isChanged ? '' : ' already; nothing has changed'}.`,
    );
    return 0;
  },
};

function read(args: string[]) {
  try {
    return parseArgs({ args, options: { revoke: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}
