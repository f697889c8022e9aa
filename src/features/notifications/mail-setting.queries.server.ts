import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { notificationMails } from '../../database/schema.ts';

export async function wantsMail(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOn: notificationMails.isOn })
    .from(notificationMails)
    .where(eq(notificationMails.userId, userId));
  return row?.isOn ?? false;
}

/**
 * Mails only what arrives from now on. The time of the last mail is kept, so switching off and on sends no extra mails.
 */
export async function turnMailOn(db: Queryable, userId: string): Promise<void> {
  await db
    .insert(notificationMails)
    .values({ userId, isOn: true })
    .onConflictDoUpdate({
      target: notificationMails.userId,
      set: { isOn: true, toldUntil: sql`now()` },
      setWhere: sql`not ${notificationMails.isOn}`,
    });
}

export async function turnMailOff(db: Queryable, userId: string): Promise<void> {
  await db.update(notificationMails).set({ isOn: false }).where(eq(notificationMails.userId, userId));
}

export async function exportMailSettingOf(db: Queryable, userId: string) {
  const [row] = await db
    .select({ isOn: notificationMails.isOn, sentAt: notificationMails.sentAt })
    .from(notificationMails)
    .where(eq(notificationMails.userId, userId));
  return row ?? null;
}

/** Merge of two accounts: the remaining account's own setting wins, else the other's is taken over. */
export async function moveMailSetting(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(
    sql`insert into ${notificationMails} (user_id, is_on, told_until, sent_at) select ${to}, is_on, told_until, sent_at from ${notificationMails} where user_id = ${from} on conflict do nothing`,
  );
}
