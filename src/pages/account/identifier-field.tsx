import { t } from '../../messages/messages.ts';
import { Field } from '../../ui/field.tsx';
import type { Method } from './identifier.ts';

type Props = { method: Method; value: string; error?: string | null | undefined; isFirstWrong?: boolean | undefined; label?: string; hint?: string };

/** A mobile number or an address, with the keyboard and the suggestions that fit. */
export function IdentifierField({ method, value, error, isFirstWrong = Boolean(error), label, hint }: Props) {
  const shared = { id: 'identifier', name: 'identifier', defaultValue: value, error, isFirstWrong, hint, required: true };
  return method === 'phone'
    ? <Field {...shared} label={label ?? t.account.mobile} type="tel" inputMode="tel" autoComplete="tel-national" placeholder={t.account.mobilePlaceholder} maxLength={40} prefix="+91" />
    : <Field {...shared} label={label ?? t.account.email} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} maxLength={254} />;
}
