import { createTransport } from 'nodemailer';
import type { MailSettings } from './config.server.ts';
import { type Deliver, Undeliverable } from './outbox-message.ts';

/** By SMTP. The message's id makes its Message-ID, so that a mail that arrives twice is seen to be one. */
export function mailProvider({ url, from }: MailSettings, timeoutMs = 10_000): Deliver {
  const transport = createTransport(
    {
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost';

  return async ({ to, subject, text, html, headers, reference }) => {
    try {
      await transport.sendMail({
        // As an object: an address is data here, never parsed again.
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${reference}@${domain}>`,
        ...(html === undefined ? {} : { html }),
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      });
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      // Refused for good: this recipient, or what the message says. A wrong password (EAUTH) is ours to mend, and worth another try.
      if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500)
        throw new Undeliverable(`${code} ${responseCode}`, { cause: error });
      throw error;
    }
  };
}
