import { account } from '../../messages/account.ts';
import { Field } from '../../ui/field.tsx';
import type { Method } from './identifier.ts';

type Props = { method: Method; value: string; error?: string | null | undefined; isFirstWrong?: boolean | undefined };

/** Phone number or email field, with the matching input mode and autocomplete. */
export function IdentifierField({ method, value, error, isFirstWrong = Boolean(error) }: Props) {
  const shared = { id: 'identifier', name: 'identifier', defaultValue: value, error, isFirstWrong, required: true };
  return method === 'phone' ? (
    <Field
      {...shared}
      label={account.mobile}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder={account.mobilePlaceholder}
      maxLength={40}
      prefix="+91"
    />
  ) : (
    <Field
      {...shared}
      label={account.email}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );
}
