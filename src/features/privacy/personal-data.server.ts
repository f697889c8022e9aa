import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { exportCommunityOf, forgetCommunityOf, moveCommunityOf } from '../communities/personal-posts.server.ts';
import { exportMailSettingOf, moveMailSetting } from '../notifications/mail-setting.queries.server.ts';
import { exportProfilesOf, moveProfiles } from '../profiles/move-profiles.server.ts';
import { exportReferralsOf, forgetReferralsOf, moveReferrals } from '../referrals/referrals.queries.server.ts';
import { listSessions } from '../sessions/sessions.queries.server.ts';
import { exportSupportOf, forgetSupportOf, moveSupport } from '../support/support.queries.server.ts';
import { expireConsents, listConsents, moveConsents } from '../users/consents.queries.server.ts';
import { identifiersOf, type UserRow } from '../users/users.queries.server.ts';

/** Some things are kept under a number or address alone, as a form of somebody who was signed out. */
export type Person = { userId: string; identifiers: string[] };

export type ForgetOptions = {
  /** Also what others have built on: by default it stays, without a name. */
  withPosts: boolean;
};

/** What one feature keeps of a person. A new feature that keeps something adds its own to the list below. */
export type PersonalData = {
  /** Its name in the export. */
  name: string;
  exportOf(db: Queryable, person: Person): Promise<unknown>;
  /** Absent where the rows go with the account's own. @returns tags of the pages that showed it */
  forget?(tx: Transaction, person: Person, options: ForgetOptions): Promise<Iterable<string> | void>;
  /** For merging two accounts of one person; absent where nothing moves. @returns tags of the pages that show it */
  move?(tx: Transaction, from: Person, to: Person): Promise<Iterable<string> | void>;
};

export const personalData: PersonalData[] = [
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
  { name: 'support', exportOf: exportSupportOf, forget: forgetSupportOf, move: moveSupport },
];

export const personOf = (user: UserRow): Person => ({ userId: user.id, identifiers: identifiersOf(user) });
