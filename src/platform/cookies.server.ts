import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

export type CookieOptions = {
  /** Seconds; absent: until the browser closes; 0 or less deletes it. */
  maxAge?: number;
  isSecure: boolean;
  /** A script may read it. */
  isReadable?: boolean;
};

/** Of one name sent twice, the first: browsers put the one of the narrower path there. */
export function readCookies(header: IncomingHttpHeaders['cookie']): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? '').split(';', 200)) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at)).trim();
    if (name === '' || cookies.has(name)) continue;
    cookies.set(
      name,
      decoded(
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ),
    );
  }
  return cookies;
}

/** The number that a page's script gives a visit; empty where there is none. */
export const visitIdOf = (header: IncomingHttpHeaders['cookie']): string =>
  readCookies(header).get('jrk_session_id') ?? '';

/** One Set-Cookie line: for the whole site, and never sent along with what another site's page asks for but a link. */
export function cookieLine(
  name: string,
  value: string,
  { maxAge, isSecure, isReadable = false }: CookieOptions,
): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    'Path=/',
    ...(maxAge === undefined
      ? []
      : [
          `Max-Age=${Math.max(0, Math.round(maxAge))}`,
          `Expires=${new Date(maxAge > 0 ? Date.now() + maxAge * 1_000 : 0).toUTCString()}`,
        ]),
    ...(isReadable ? [] : ['HttpOnly']),
    ...(isSecure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');
}

const nameOf = (line: string) => line.slice(0, line.indexOf('='));

/** Adds Set-Cookie lines to an answer; of one name, which must stand there once, the last. */
export function addCookies(reply: FastifyReply, lines: string[]): void {
  const names = new Set(lines.map(nameOf));
  const before = [reply.getHeader('set-cookie') ?? []]
    .flat()
    .map(String)
    .filter((line) => !names.has(nameOf(line)));
  if (before.length + lines.length > 0) reply.removeHeader('set-cookie').header('set-cookie', [...before, ...lines]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
