import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

export type CookieOptions = {
  /** In seconds. Absent: a session cookie; 0 or less: delete it. */
  maxAge?: number;
  isSecure: boolean;
  path?: string;
  /** Not HttpOnly: scripts may read it. */
  isReadable?: boolean;
};

/** Of duplicate names the first wins: browsers send the cookie with the more specific path first. */
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

/** The visit number set by the page's script; empty where there is none. */
export const visitIdOf = (header: IncomingHttpHeaders['cookie']): string =>
  readCookies(header).get('jrk_session_id') ?? '';

/** One Set-Cookie line: Path=/ by default, and SameSite=Lax, so other sites' pages send it with top-level links only. */
export function cookieLine(
  name: string,
  value: string,
  { maxAge, isSecure, path = '/', isReadable = false }: CookieOptions,
): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${path}`,
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

/** Appends Set-Cookie lines to an answer; a later line replaces an earlier one of the same name. */
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
