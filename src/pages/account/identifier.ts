import { channelOf, normaliseEmail, normalisePhone } from '../../features/otp/identifiers.ts';

export type Method = 'phone' | 'email';

export const methodOf = (identifier: string): Method => (channelOf(identifier) === 'sms' ? 'phone' : 'email');

/** The number or address in what somebody typed, into whichever of the two fields; null where there is none. */
export const readIdentifier = (method: Method, typed: string): string | null =>
  method === 'email' || typed.includes('@') ? normaliseEmail(typed) : normalisePhone(typed);

/** '+91 98765 43210'; an address as it is. */
export const showIdentifier = (identifier: string): string => identifier.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');

/** As it is typed into the field that says '+91' already. */
export const typedForm = (identifier: string): string => identifier.replace(/^\+91/, '');
