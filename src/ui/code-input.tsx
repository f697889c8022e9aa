import { describedBy, FieldError } from './field.tsx';

export const codeLength = 6;

type Props = { id: string; name: string; label: string; error?: string | null | undefined; hint?: string };

/** One field drawn as six boxes: typing, deleting, pasting, the phone's suggestion and screen readers need nothing more. */
export function CodeInput({ id, name, label, error, hint }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <div className="boxes">
        {Array.from({ length: codeLength }, (_, at) => (
          <i key={at} aria-hidden="true" />
        ))}
        <input
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\p{Nd}{6}"
          maxLength={codeLength}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has nothing else to fill in
          autoFocus
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
        />
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
