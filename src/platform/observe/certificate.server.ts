import { connect } from 'node:tls';

const anHour = 3_600_000;
const longestWait = 3_000;

/**
 * When the certificate ends that a site presents: expired and untrusted ones, too.
 * @returns null for a site without https
 * @throws when it cannot be reached
 */
export async function readCertificateEnd(origin: string): Promise<Date | null> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return null;
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    return await new Promise((resolve, reject) => {
      socket.setTimeout(longestWait, () => reject(new Error(`${origin} does not answer`)));
      socket.once('error', reject);
      socket.once('secureConnect', () => resolve(new Date(socket.getPeerCertificate().valid_to)));
    });
  } finally {
    socket.destroy();
  }
}

/** The same, once an hour. While the site cannot be reached, what was last seen counts. */
export function watchCertificate(origin: string, now: () => number = Date.now): () => Promise<Date | null> {
  let seen: Date | null = null;
  let nextAt = 0;
  return async () => {
    if (now() < nextAt) return seen;
    nextAt = now() + anHour;
    try {
      seen = await readCertificateEnd(origin);
    } catch {
      // Its proxy may start after the site.
      nextAt = now() + anHour / 60;
    }
    return seen;
  };
}
