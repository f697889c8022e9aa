import { isEmailSignInOpen } from '../../features/users/email-sign-in.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Method } from './identifier.ts';

/** Sign-in methods whose codes can be delivered, phone first. */
export function waysIn({ outbox, config, clock }: PageServices): Method[] {
  const ways: Method[] = [];
  if (outbox.takes('sms')) ways.push('phone');
  if (outbox.takes('email') && isEmailSignInOpen(config, clock())) ways.push('email');
  return ways.length > 0 ? ways : ['phone'];
}

/** The method named in the URL where it is available, else the first. */
export function wayIn(services: PageServices, { searchParams }: URL): { method: Method; other: Method | null } {
  const ways = waysIn(services);
  const method = ways.find((way) => way === searchParams.get('method')) ?? ways[0]!;
  return { method, other: ways.find((way) => way !== method) ?? null };
}
