import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key.server.ts';

const algorithm = 'aes-256-gcm';

/** Key separation: each use derives its own key from the server's secret. */
type SealKey = {
  authSecret: string;
  use:
    | 'outbox messages'
    | 'sealed removals'
    | 'second factors'
    | 'proofs of helpers'
    | 'kept answers'
    | 'code step of a page'
    | 'form of an ended session';
};

/** Authenticated encryption for a text column. @param id bound as associated data, so that rows cannot be swapped */
export function sealBytes({ authSecret, use }: SealKey, id: string, bytes: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, derivedKey(authSecret, use), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** @returns null where the secret or id differs, or the text was tampered with */
export function unsealBytes({ authSecret, use }: SealKey, id: string, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, derivedKey(authSecret, use), bytes.subarray(0, 12), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}

/** sealBytes for JSON values. */
export const seal = (key: SealKey, id: string, content: object): string =>
  sealBytes(key, id, Buffer.from(JSON.stringify(content)));

/** unsealBytes for JSON values. */
export function unseal<Content>(key: SealKey, id: string, text: string): Content | null {
  const bytes = unsealBytes(key, id, text);
  return bytes === null ? null : (JSON.parse(bytes.toString()) as Content);
}

/** A value for a visitor to carry back, in an address or a hidden field. @param until ms since the epoch */
export const sealUntil = (key: SealKey, value: object, until: number): string => seal(key, '', { ...value, until });

/** @returns null for what was forged, sealed for another use, longer than `longest` characters, or is over */
export function unsealInTime<Value extends object>(
  key: SealKey,
  text: string | null,
  { now, longest }: { now: Date; longest: number },
): Value | null {
  if (text === null || text.length > longest) return null;
  const opened = unseal<Value & { until: number }>(key, '', text);
  if (!opened || opened.until <= now.getTime()) return null;
  const { until: _, ...value } = opened;
  return value as unknown as Value;
}
