import { channelOf, normaliseEmail, normalisePhone } from '../../features/otp/identifiers.ts';

export type Method = 'phone' | 'email';

export const methodOf = (identifier: string): Method => (channelOf(identifier) === 'sms' ? 'phone' : 'email');

/** Normalises what was typed into either field to a phone number or email address; null where it is neither. */
export const readIdentifier = (method: Method, typed: string): string | null =>
  method === 'email' || typed.includes('@') ? normaliseEmail(typed) : normalisePhone(typed);

/** For display: '+91 98765 43210'; an email address unchanged. */
export const showIdentifier = (identifier: string): string => identifier.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');

/** For the input field, whose prefix '+91' is fixed. */
export const typedForm = (identifier: string): string => identifier.replace(/^\+91/, '');
