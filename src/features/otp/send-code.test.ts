import { expect, it } from 'vitest';
import type { SmsSettings } from '../../platform/settings/config.server.ts';
import { codeMessage } from './send-code.server.ts';

const sms = (translated: SmsSettings['translated']['code']): SmsSettings => ({
  provider: 'fast2sms',
  apiKey: 'k',
  senderId: 'NAGRIK',
  entityId: '1101',
  templateId: '1107',
  noticeTemplateId: undefined,
  translated: { code: translated, notice: {}, answer: {} },
});
const inHindi = (channel: 'sms' | 'email', settings: SmsSettings | undefined) =>
  codeMessage({ publicOrigin: 'https://nagrik.example', sms: settings }, channel, '123456', 'hi');
const registered =
  '123456 is your Nagrik code. It works for 5 minutes. Never tell it to anyone, not even to us.\n\n@nagrik.example #123456';

it('mails a code in the language of its reader', () => {
  expect(inHindi('email', sms({})).subject).toBe('आपका नागरिक कोड: 123456');
  expect(inHindi('email', sms({})).text).toContain('123456');
});

it('sends an SMS in words that are registered with the operators', () => {
  expect(inHindi('sms', sms({}))).toMatchObject({ text: registered, language: 'en' });
  const inOwn = inHindi('sms', sms({ hi: '1108' }));
  expect(inOwn.language).toBe('hi');
  expect(inOwn.text).toMatch(/^123456 आपका नागरिक कोड है।.*\n\n@nagrik\.example #123456$/s);
});

it('needs no registration where nothing is sent, in the development outbox', () => {
  expect(inHindi('sms', undefined).text).toContain('आपका नागरिक कोड');
});
