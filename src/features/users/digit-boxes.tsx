import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { linkMobile } from '../../messages/visitor-parts.ts';
import { codeLength } from '../../ui/code-step.ts';
import { clearDigit, fillDigits } from './link-mobile-state.ts';

/** The character typed into a box that already held `before`. */
const added = (before: string, text: string) =>
  before !== '' && [...text].length === 2 ? text.replace(before, '') || before : text;

/** Six single-digit inputs: typing advances the focus, backspace moves it back, paste and autofill fill all six. */
export function DigitBoxes({ digits, problemId }: { digits: string[]; problemId: string | undefined }) {
  const group = useRef<HTMLDivElement>(null);
  const go = (at: number) =>
    group.current?.querySelectorAll('input')[Math.max(0, Math.min(at, codeLength - 1))]?.focus();

  const onType = (at: number, text: string) => {
    if (text === '') clearDigit(at);
    else go(at + fillDigits(at, added(digits[at] ?? '', text)));
  };
  const onKey = (at: number, event: KeyboardEvent) => {
    if (event.key === 'Backspace' && digits[at] === '' && at > 0) clearDigit(at - 1);
    else if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    go(event.key === 'ArrowRight' ? at + 1 : at - 1);
  };
  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text');
    go(fillDigits(0, text));
  };
  return (
    <div ref={group} className="code" role="group" aria-label={linkMobile.code} aria-describedby={problemId}>
      {digits.map((digit, at) => (
        <input
          key={at}
          className="in"
          type="text"
          inputMode="numeric"
          value={digit}
          aria-label={linkMobile.digit(at + 1)}
          aria-invalid={problemId ? true : undefined}
          data-first={at === 0 ? true : undefined}
          // Autofill puts the whole code into the first input.
          maxLength={at === 0 ? undefined : 1}
          autoComplete={at === 0 ? 'one-time-code' : 'off'}
          onChange={({ target }) => onType(at, target.value)}
          onKeyDown={(event) => onKey(at, event)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </div>
  );
}
