import type { MessageChannel } from '../database/schema.ts';

export type Message = {
  channel: MessageChannel;
  /** E.164, or an address. */
  to: string;
  /** What it is about, as in 'signin': for the report, never personal. */
  purpose: string;
  /** Of a mail. */
  subject: string;
  text: string;
  code?: string;
  /** After this it is worth nothing, and is not sent any more. */
  expiresAt?: Date;
  html?: string;
  headers?: Record<string, string>;
};

/** `reference` is the same on every try of one message: a provider that knows it has the message already. */
export type Delivery = Message & { reference: string };
export type Deliver = (message: Delivery, signal: AbortSignal) => Promise<void>;

/** No provider would ever take this one; the next may well go through. */
export class Undeliverable extends Error {}
