import { account } from '../../messages/account.ts';
import { emailInput, Field, mobileInput } from '../../ui/field.tsx';
import type { Method } from './identifier.ts';

type Props = { method: Method; value: string; error?: string | null | undefined; isFirstWrong?: boolean | undefined };

/** Phone number or email field, with the matching input mode and autocomplete. */
export function IdentifierField({ method, value, error, isFirstWrong = Boolean(error) }: Props) {
  const shared = { id: 'identifier', name: 'identifier', defaultValue: value, error, isFirstWrong, required: true };
  return method === 'phone' ? (
    <Field {...shared} {...mobileInput} label={account.mobile} placeholder={account.mobilePlaceholder} />
  ) : (
    <Field {...shared} {...emailInput} label={account.email} />
  );
}
