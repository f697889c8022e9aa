import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { notificationMails, notifications, users } from '../../database/schema.ts';
import { siteName } from '../../messages/site-name.ts';
import { wasWithin } from '../../platform/guard/limits.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';
import { namelessWordsOf } from './notification-words.ts';
import type { PushPayload } from './push-payload.ts';
import { followedOf } from './notifications.queries.server.ts';
import { listSubscriptionsOf } from './push-subscriptions.queries.server.ts';
import { sendAnswerSms } from './send-answer-sms.server.ts';
import { quietEnd } from './quiet-hours.ts';
import { asMeant, defaultTelling, listOf, tellingOf } from './telling.queries.server.ts';

const batchSize = 200;
const worthHours = 24;

/**
 * Queues a message for each device of those who were notified, and an SMS where one is wanted. Claiming a notification and queueing are one
 * transaction: each is decided once, on any number of instances. @returns how many were decided
 */
export async function pushNotifications(services: PageServices): Promise<number> {
  let decided = 0;
  for (;;) {
    const some = await services.connection.db.transaction((tx) => pushSome(services, tx));
    decided += some;
    if (some < batchSize) return decided;
  }
}

async function pushSome(services: PageServices, tx: Transaction): Promise<number> {
  const { outbox, limits, clock } = services;
  const rows = await tx
    .update(notifications)
    .set({ awaitsPush: false })
    .where(
      sql`${notifications.id} in (select id from ${notifications} where awaits_push order by id limit ${batchSize} for update skip locked)`,
    )
    .returning();
  const fresh = rows
    .map(asMeant)
    .filter(
      ({ readAt, createdAt }) => readAt === null && createdAt.getTime() > clock().getTime() - worthHours * 3_600_000,
    );
  const userIds = [...new Set(fresh.map(({ userId }) => userId))];
  if (userIds.length === 0) return rows.length;
  const devices = Map.groupBy(await listSubscriptionsOf(tx, userIds), ({ userId }) => userId);
  const settings = await tx.select().from(notificationMails).where(inArray(notificationMails.userId, userIds));
  const bySms = settings.flatMap(({ userId, answers }) => (answers.includes('sms') ? [userId] : []));
  const reached = [...new Set([...devices.keys(), ...bySms])];
  if (reached.length === 0) return rows.length;
  const people = await tx
    .select({ id: users.id, lang: users.lang, phone: users.phone })
    .from(users)
    .where(inArray(users.id, reached))
    // In order: two instances that count the same people do not wait for each other.
    .orderBy(users.id);
  for (const { id: userId, lang, phone } of people) {
    const row = settings.find((one) => one.userId === userId);
    const telling = row ? tellingOf(row) : defaultTelling;
    const notBefore = quietEnd(telling, clock());
    for (const notification of fresh) {
      if (notification.userId === userId && notification.kind === 'COMMENT' && bySms.includes(userId) && phone)
        await sendAnswerSms(services, tx, {
          userId,
          authorId: notification.actorId,
          phone,
          lang,
          notificationId: notification.id,
          notBefore,
        });
      if (!devices.has(userId)) continue;
      if (notification.userId !== userId || !telling[listOf(notification)].includes('push')) continue;
      // Who answers much cannot silence what a moderator does.
      if (notification.kind === 'FOLLOWED' && !(await wasWithin(limits.followPushesPerPerson(userId, tx)))) continue;
      if (notification.kind !== 'MODERATION' && !(await wasWithin(limits.pushesPerPerson(userId, tx)))) continue;
      const payload = inLanguage(lang ?? defaultLanguage(), (): PushPayload => ({
        title: siteName(lang ?? defaultLanguage()),
        body: namelessWordsOf({ ...notification, followed: followedOf(notification) }),
        href: addressHere(`/notifications?open=${notification.id}`),
        tag: `notification-${notification.id}`,
      }));
      for (const { id } of devices.get(userId)!)
        await outbox.send(tx, {
          channel: 'push',
          to: id,
          purpose: 'notification',
          subject: '',
          text: JSON.stringify(payload),
          expiresAt: new Date((notBefore ?? clock()).getTime() + worthHours * 3_600_000),
          ...(notBefore ? { notBefore } : {}),
        });
    }
  }
  return rows.length;
}
