import type { InputHTMLAttributes, ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** What is wrong, beside the field that it is about. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span className="err" id={id}>
      <Icon name="alert" />
      <span>{children}</span>
    </span>
  );
}

type Described = { id: string; hint?: ReactNode; error?: string | null | undefined };

/** What a field's `aria-describedby` names, in the order in which it is to be heard. */
export const describedBy = ({ id, hint, error }: Described): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'prefix'> &
  Described & {
    label: ReactNode;
    /** Stands before the field: '+91'. */
    prefix?: string;
    /** The first wrong field of a form takes the focus. */
    isFirstWrong?: boolean;
  };

/** One line of a form with its label, its hint and its error. */
export function Field({ id, label, hint, error, prefix, isFirstWrong = false, ...input }: Props) {
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where a form came back with something wrong: there the reader goes on
  const control = (
    <input
      className="in"
      id={id}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy({ id, hint, error })}
      autoFocus={isFirstWrong || undefined}
      {...input}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {prefix ? (
        <div className="dial">
          <span>{prefix}</span>
          {control}
        </div>
      ) : (
        control
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
