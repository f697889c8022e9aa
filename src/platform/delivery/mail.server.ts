import { createTransport } from 'nodemailer';
import { siteName } from '../../messages/site-name.ts';
import type { MailSettings } from '../settings/config.server.ts';
import { type Deliver, Undeliverable } from './outbox-message.ts';
import { defaultLanguage } from '../settings/site-languages.ts';

/**
 * Delivers by SMTP. The Message-ID derives from the outbox id, so that duplicates of an at-least-once delivery can be
 * recognised.
 */
export function mailProvider({ url, from }: MailSettings, timeoutMs = 10_000): Deliver {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

  return async ({ to, subject, text, html, headers, reference }) => {
    try {
      await transport.sendMail({
        // An address alone says little to a reader who looks for a code.
        from: from.includes('<') ? from : { name: siteName(defaultLanguage()), address: from },
        // Passed as an object, so that nodemailer does not parse the address.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${reference}@${domain}>`,
        ...(html === undefined ? {} : { html }),
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      // Permanent failures: this recipient or this message. A wrong password (EAUTH) is a configuration error that can
      // be fixed, so it is retried.
      if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500)
        throw new Undeliverable(`${code} ${responseCode}`, { cause: error });
      throw error;
    }
  };
}
