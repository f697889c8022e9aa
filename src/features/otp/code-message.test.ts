import { expect, it } from 'vitest';
import { inLanguage } from '../../platform/request-context.server.ts';
import { codeMessage } from './code-message.server.ts';

const inHindi = (channel: 'sms' | 'email') =>
  inLanguage('hi', () => codeMessage({ publicOrigin: 'https://nagrik.example' }, channel, '123456'));

it('mails a code in the language of the page', () => {
  expect(inHindi('email').subject).toBe('आपका नागरिक कोड: 123456');
  expect(inHindi('email').text).toContain('123456');
});

it('sends an SMS in the words that are registered with the operators, whatever the page', () => {
  expect(inHindi('sms').text).toBe(
    '123456 is your Nagrik code. It works for 5 minutes. Never tell it to anyone, not even to us.\n\n@nagrik.example #123456',
  );
});
