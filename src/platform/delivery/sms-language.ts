import { type Language, sourceLanguage } from '../../messages/catalogue.ts';
import type { Config, SmsSettings } from '../settings/config.server.ts';

/**
 * The language in which an SMS can go out: the wanted one where its text is registered with the operators, who drop all
 * others (DLT), else the source language. Without a provider nothing is registered, and the development outbox shows
 * the wanted one.
 */
export function smsLanguage(
  { sms }: Pick<Config, 'sms'>,
  wanted: Language,
  kind: keyof SmsSettings['translated'],
): Language {
  return sms === undefined || sms.translated[kind][wanted] !== undefined ? wanted : sourceLanguage;
}
