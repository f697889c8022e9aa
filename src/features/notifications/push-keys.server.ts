import { createECDH } from 'node:crypto';
import { derivedKey } from '../../platform/guard/derived-key.server.ts';

/** The site's keys for Web Push (VAPID), in base64url: of the site's secret, so that all instances have the same. */
export function pushKeys(authSecret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  const secret = derivedKey(authSecret, 'web push');
  curve.setPrivateKey(secret);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}
