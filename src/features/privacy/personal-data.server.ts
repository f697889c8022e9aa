import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { exportCommunityOf, forgetCommunityOf, moveCommunityOf } from '../communities/personal-posts.server.ts';
import { exportAppealsOf, moveAppeals } from '../moderation/appeals.queries.server.ts';
import { exportMailSettingOf, moveMailSetting } from '../notifications/mail-setting.queries.server.ts';
import { exportCartOf, moveCart } from '../profiles/cart.queries.server.ts';
import { exportProfilesOf, moveProfiles } from '../profiles/move-profiles.server.ts';
import { exportReferralsOf, forgetReferralsOf, moveReferrals } from '../referrals/referrals.queries.server.ts';
import { listSessions } from '../sessions/sessions.queries.server.ts';
import { exportStudioOf, forgetStudioOf, moveStudio } from '../studio/personal-acts.server.ts';
import { exportSupportOf, forgetSupportOf, moveSupport } from '../support/support.queries.server.ts';
import { expireConsents, listConsents, moveConsents } from '../users/consents.queries.server.ts';
import { identifiersOf, type UserRow } from '../users/users.queries.server.ts';

/** Some rows are keyed by a number or address only, such as forms sent while signed out. */
export type Person = { userId: string; identifiers: string[] };

export type ForgetOptions = {
  /** Deletes posts that others have answered as well; by default these stay, anonymised. */
  withPosts: boolean;
};

/** A feature's personal data. Every feature that stores any must be in the list below. */
export type PersonalData = {
  /** Key in the export. */
  name: string;
  /** Brought by a role: exported only after the second factor that the role needs. */
  isOfRole?: true;
  /** What can grow is given in batches: see platform/json-pieces.ts. */
  exportOf(db: Queryable, person: Person): unknown;
  /** Absent where rows go with the account by cascade. @returns cache tags of pages that showed them */
  forget?(tx: Transaction, person: Person, options: ForgetOptions): Promise<Iterable<string> | void>;
  /** For merging two accounts of one person; absent where nothing moves. @returns cache tags of pages that show it */
  move?(tx: Transaction, from: Person, to: Person): Promise<Iterable<string> | void>;
};

export const personalData: PersonalData[] = [
  {
    // Before the profiles, since it needs both accounts' SELF profiles. Its rows cascade from them.
    name: 'cart',
    exportOf: (db, { userId }) => exportCartOf(db, userId),
    move: (tx, from, to) => moveCart(tx, from.userId, to.userId),
  },
  {
    name: 'profiles',
    exportOf: (db, { userId }) => exportProfilesOf(db, userId),
    move: (tx, from, to) => moveProfiles(tx, from.userId, to.userId),
  },
  {
    name: 'sessions',
    exportOf: async (db, { userId }) =>
      (await listSessions(db, userId)).map(({ id, device, createdAt, lastSeenAt, expiresAt }) => ({
        id,
        device,
        createdAt,
        lastSeenAt,
        expiresAt,
      })),
  },
  {
    name: 'community',
    exportOf: (db, { userId }) => exportCommunityOf(db, userId),
    forget: (tx, { userId }, { withPosts }) => forgetCommunityOf(tx, userId, { keepText: !withPosts }),
    move: (tx, from, to) => moveCommunityOf(tx, from.userId, to.userId),
  },
  {
    name: 'notificationMail',
    exportOf: (db, { userId }) => exportMailSettingOf(db, userId),
    move: (tx, from, to) => moveMailSetting(tx, from.userId, to.userId),
  },
  {
    name: 'consents',
    exportOf: (db, { userId }) => listConsents(db, userId),
    forget: (tx, { userId }) => expireConsents(tx, userId),
    move: (tx, from, to) => moveConsents(tx, from.userId, to.userId),
  },
  { name: 'referrals', exportOf: exportReferralsOf, forget: forgetReferralsOf, move: moveReferrals },
  { name: 'studio', isOfRole: true, exportOf: exportStudioOf, forget: forgetStudioOf, move: moveStudio },
  {
    // Its rows cascade from the account's.
    name: 'appeals',
    exportOf: (db, { userId }) => exportAppealsOf(db, userId),
    move: (tx, from, to) => moveAppeals(tx, from.userId, to.userId),
  },
  { name: 'support', exportOf: exportSupportOf, forget: forgetSupportOf, move: moveSupport },
];

export const personOf = (user: UserRow): Person => ({ userId: user.id, identifiers: identifiersOf(user) });
