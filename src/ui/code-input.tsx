import { codeLength } from './code-step.ts';
import { Labelled, marksOf } from './field.tsx';

type Props = { label: string; error?: string | null | undefined; hint?: string };

/** A single input styled as six boxes, so that typing, paste, autofill and screen readers work natively. */
export function CodeInput({ label, error, hint }: Props) {
  return (
    <Labelled id="code" label={label} hint={hint} error={error}>
      <div className="boxes">
        {Array.from({ length: codeLength }, (_, at) => (
          <i key={at} aria-hidden="true" />
        ))}
        <input
          id="code"
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="\p{Nd}{6}"
          maxLength={codeLength}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has nothing else to fill in
          autoFocus
          {...marksOf({ id: 'code', hint, error })}
        />
      </div>
    </Labelled>
  );
}
