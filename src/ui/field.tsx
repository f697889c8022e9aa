import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
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

type LabelProps = Described & { label: ReactNode };
/** `isFirstWrong` moves the focus to the field: set it on a form's first invalid one. */
type InputProps<Element> = Omit<Element, 'id' | 'prefix'> & LabelProps & { isFirstWrong?: boolean };

/** A control, which takes `marksOf`, with its label, hint and error. */
export function Labelled({ id, label, hint, error, children }: LabelProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/**
 * What each field of a form takes: what was typed, what is wrong with it, and the focus for the first of `names` that is
 * wrong.
 */
export function fieldsOf<Name extends string>(
  names: readonly Name[],
  typed: { [name in Name]?: unknown },
  errors: { [name in Name]?: string | undefined },
) {
  const first = names.find((name) => errors[name]);
  return (name: Name, id: string = name) => ({
    id,
    name,
    defaultValue: typed[name] as string | undefined,
    error: errors[name],
    isFirstWrong: first === name,
  });
}

/** How a phone's keyboard and the browser help with an email address, and with a mobile number. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 254,
} as const;
export const mobileInput = {
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
  maxLength: 40,
  prefix: '+91',
} as const;

type TickProps = InputHTMLAttributes<HTMLInputElement> & LabelProps & { isFirstWrong?: boolean };

/** One box that says yes. */
export function Tick({ id, label, hint, error, isFirstWrong, className = 'field', ...input }: TickProps) {
  return (
    <div className={className}>
      <label className="tick" htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          value="yes"
          {...marksOf({ id, hint, error })}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where the box is what is missing
          autoFocus={isFirstWrong || undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

const controlOf = ({ isFirstWrong, ...described }: Described & { isFirstWrong: boolean | undefined }) => ({
  className: 'in',
  id: described.id,
  ...marksOf(described),
  autoFocus: isFirstWrong || undefined,
});

type FieldProps = InputProps<InputHTMLAttributes<HTMLInputElement>> & {
  /** Fixed text before the input: '+91'. */
  prefix?: string;
};

export function Field({ id, label, hint, error, prefix, isFirstWrong, ...input }: FieldProps) {
  const control = <input {...controlOf({ id, hint, error, isFirstWrong })} {...input} />;
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      {prefix ? (
        <div className="dial" dir="ltr">
          <span>{prefix}</span>
          {control}
        </div>
      ) : (
        control
      )}
    </Labelled>
  );
}

type TextAreaProps = InputProps<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export function TextArea({ id, label, hint, error, isFirstWrong, ...area }: TextAreaProps) {
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <textarea {...controlOf({ id, hint, error, isFirstWrong })} {...area} />
    </Labelled>
  );
}
