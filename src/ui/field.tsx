import type { InputHTMLAttributes, ReactNode } from 'react';
import { Icon } from './icon.tsx';

/**
 * Validation error next to its field. @param isFocused moves the focus to it: where no single field is wrong, in a form
 * that a page shows again from its beginning
 */
export function FieldError({ id, isFocused, children }: { id: string; isFocused?: boolean; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- the reader goes on where the error is
    <span className="err" id={id} {...(isFocused && { tabIndex: -1, autoFocus: true })}>
      <Icon name="alert" />
      <span>{children}</span>
    </span>
  );
}

type Described = { id: string; hint?: ReactNode; error?: string | null | undefined };

/** Value of `aria-describedby`: ids of the elements that have the error and the hint, in reading order. */
export const describedBy = ({ id, hint, error }: Described): string | undefined =>
  [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;

/** What a control says to assistive technology. */
export type Marks = { 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined };

export const marksOf = (described: Described): Marks => ({
  'aria-invalid': described.error ? true : undefined,
  'aria-describedby': describedBy(described),
});

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'prefix'> &
  Described & {
    label: ReactNode;
    /** Fixed text before the input: '+91'. */
    prefix?: string;
    /** Moves the focus to this field: set it on a form's first invalid one. */
    isFirstWrong?: boolean;
  };

/** A text input with label, hint and error. */
export function Field({ id, label, hint, error, prefix, isFirstWrong = false, ...input }: Props) {
  const control = (
    <input
      className="in"
      id={id}
      {...marksOf({ id, hint, error })}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a form that came back with an error: the reader goes on there
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
        <div className="dial" dir="ltr">
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
