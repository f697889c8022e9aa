import type { MessageChannel } from '../../database/schema.ts';
import type { Language } from '../../messages/catalogue.ts';

/** Mails to many people that are delivered at a time, by one instance. */
export const bulkAtOnce = 20;

export type Message = {
  channel: MessageChannel;
  /** A phone number in E.164, a mail address, or the id of a push subscription. */
  to: string;
  /** The occasion, such as 'signin', for reports; never personal. */
  purpose: string;
  /** Mail only. */
  subject: string;
  text: string;
  code?: string;
  /** The variable of an SMS that says no more than that there is something to read. */
  link?: string;
  /** Of the text; for an SMS it decides which registered text this is. Absent: the source language. */
  language?: Language;
  /** Deadline, after which the message is dropped unsent. */
  expiresAt?: Date;
  /** Waits until then; by default the message is sent at once. */
  notBefore?: Date;
  html?: string;
  headers?: Record<string, string>;
};

/** `reference` is stable across retries of one message, so that a provider can deduplicate them. */
export type Delivery = Message & { reference: string };
export type Deliver = (message: Delivery, signal: AbortSignal) => Promise<void>;

/** The recipient's own server fails, not the provider: retried, without counting towards the circuit breaker. */
export class RecipientFails extends Error {}

/** Permanent failure of this message: it is not retried, and does not count towards the circuit breaker. */
export class Undeliverable extends Error {}
