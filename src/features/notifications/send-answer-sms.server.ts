import type { Transaction } from '../../database/connect.server.ts';
import type { Language } from '../../messages/catalogue.ts';
import { community as c } from '../../messages/community.ts';
import { siteName } from '../../messages/site-name.ts';
import { smsLanguage } from '../../platform/delivery/sms-language.ts';
import { wasWithin } from '../../platform/guard/limits.server.ts';
import { spenderOf } from '../../platform/guard/spend-limits.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { addressHere, defaultLanguage } from '../../platform/settings/site-languages.ts';

const worthHours = 24;

/** The language of the SMS about an answer to this reader; null where none can go: no text of it is registered. */
export function languageOfAnswerSms(
  { config, outbox }: Pick<PageServices, 'config' | 'outbox'>,
  wanted: Language,
): Language | null {
  const language = smsLanguage(config, wanted, 'answer');
  return outbox.takes('sms') && (config.sms === undefined || config.sms.translated.answer[language]) ? language : null;
}

/** The one text that operators know of: an answer is there, at this address. */
export const answerSmsText = (language: Language, link: string) => `${siteName(language)}: ${c.answerSms} ${link}`;

export const takesAnswerSms = (services: Pick<PageServices, 'config' | 'outbox'>): boolean =>
  languageOfAnswerSms(services, defaultLanguage()) !== null;

/** That one's own question has an answer, without a word about it, within the day's budgets. */
export async function sendAnswerSms(
  services: PageServices,
  tx: Transaction,
  to: {
    userId: string;
    /** Whose answer it is; null of somebody who is gone. */
    authorId: string | null;
    phone: string;
    lang: Language | null;
    notificationId: number;
    notBefore: Date | null;
  },
): Promise<void> {
  const { connection, config, limits, outbox, clock } = services;
  const language = languageOfAnswerSms(services, to.lang ?? defaultLanguage());
  if (language === null) return;
  const shares = [
    { limit: limits.answerSmsPerPerson, key: to.userId },
    // Nobody who answers much uses up what others need.
    { limit: limits.answerSmsPerAuthor, key: to.authorId ?? 'gone' },
    { limit: limits.answerSmsPerDay, key: 'site' },
  ];
  if (!(await wasWithin(spenderOf(connection).spend(tx, shares)))) return;
  await outbox.send(tx, {
    channel: 'sms',
    to: to.phone,
    purpose: 'answer',
    subject: '',
    language,
    ...inLanguage(language, () => {
      const link = `${config.publicOrigin}${addressHere(`/notifications?open=${to.notificationId}`)}`;
      return { link, text: answerSmsText(language, link) };
    }),
    expiresAt: new Date((to.notBefore ?? clock()).getTime() + worthHours * 3_600_000),
    ...(to.notBefore ? { notBefore: to.notBefore } : {}),
  });
}
