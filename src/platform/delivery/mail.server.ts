import { createTransport } from 'nodemailer';
import { siteName } from '../../messages/site-name.ts';
import type { MailSettings } from '../settings/config.server.ts';
import { bulkAtOnce, type Deliver, Undeliverable } from './outbox-message.ts';
import { defaultLanguage } from '../settings/site-languages.ts';

/** Connections stay open between messages: a login for each of many would take longer than the message. */
const pool = { pool: true, maxConnections: bulkAtOnce, maxRequeues: 0, idleTimeout: 10_000 } as const;

/**
 * Delivers by SMTP. The Message-ID derives from the outbox id, so that duplicates of an at-least-once delivery can be
 * recognised.
 */
export function mailProvider(
  { url, from }: MailSettings,
  { timeoutMs = 10_000, isPooled = false }: { timeoutMs?: number; isPooled?: boolean } = {},
): Deliver {
  const transport = createTransport({
    url,
    ...(isPooled ? pool : {}),
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
      const { code, responseCode, command, response } = error as {
        code?: string;
        responseCode?: number;
        command?: string;
        response?: string;
      };
      // Permanent failures: this recipient or this message. A wrong password (EAUTH) is a configuration error that can
      // be fixed, so it is retried.
      if ((code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500)
        throw new Undeliverable(
          command === 'RCPT TO' ? refusedRecipient(responseCode, response) : `${code} ${responseCode}`,
          { cause: error },
        );
      throw error;
    }
  };
}

/** 'RCPT 550 5.1.1': the server refuses this recipient for good. */
const refusedRecipient = (code: number, response = '') =>
  ['RCPT', code, /\b5\.\d{1,3}\.\d{1,3}\b/.exec(response)?.[0]].filter((part) => part !== undefined).join(' ');

/**
 * The code by which a mailbox is no longer there (RFC 3463: no such mailbox, its domain takes no mail, disabled); null
 * for every other end of a message: a relay that refuses its sender, or a full mailbox, says nothing of the recipient.
 */
export const codeOfDeadMailbox = (lastError: string | null): string | null =>
  /^RCPT (5\d\d 5\.(?:1\.1|1\.10|2\.1))$/.exec(lastError ?? '')?.[1] ?? null;
