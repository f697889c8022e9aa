import { useId } from 'react';
import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { langOf } from '../../../ui/format.ts';
import type { RowProblem } from './check-rows.ts';
import { basisFields, type Group, type Sentence } from './rule-rows.ts';
import { marksOf } from '../../../ui/field.tsx';
import { Labelled } from '../labelled.tsx';

type TextProps = {
  label: string;
  hint?: string | undefined;
  value: unknown;
  mayWrite: boolean;
  type?: 'text' | 'date' | 'url';
  isLong?: boolean;
  most?: number;
  problem?: string | undefined;
  /** The field was just added: typing goes on there. */
  isFirst?: boolean;
  onChange(text: string): void;
};

/** A text on one line, with what is wrong with it beside it. */
export function TextField({
  label,
  hint,
  value,
  mayWrite,
  type = 'text',
  isLong,
  most,
  problem,
  isFirst,
  onChange,
}: TextProps) {
  const id = useId();
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const shared = {
    id,
    className: 'in',
    value: text,
    readOnly: !mayWrite,
    maxLength: most,
    lang: langOf(text),
    autoFocus: isFirst || undefined,
    ...marksOf({ id, hint, error: problem }),
  };
  return (
    <Labelled id={id} label={label} hint={hint} problem={problem}>
      {isLong ? (
        <textarea
          {...shared}
          className="in studio-short"
          rows={2}
          onChange={({ target }) => onChange(target.value.replace(/\s*\n\s*/g, ' '))}
        />
      ) : (
        <input {...shared} type={type} onChange={({ target }) => onChange(target.value)} />
      )}
    </Labelled>
  );
}

type Props<Of> = { row: Of; problems: RowProblem[]; mayWrite: boolean; onChange(row: Of): void };

export function BecauseField<Of extends Sentence | Group>({ row, mayWrite, onChange }: Omit<Props<Of>, 'problems'>) {
  return (
    <TextField
      label={words.because}
      hint={words.becauseHint}
      value={row.because}
      mayWrite={mayWrite}
      isLong
      most={300}
      onChange={(text) => {
        const { because: _, ...bare } = row;
        onChange((text === '' ? bare : { ...row, because: text }) as Of);
      }}
    />
  );
}

/** From when to when it holds, the words of the law, and who checked it when. */
export function BasisFields<Of extends Sentence | Group>({ row, problems, mayWrite, onChange }: Props<Of>) {
  const isWrong = basisFields.some((name) => problems.some(({ field }) => field === name));
  return (
    <details open={isWrong || undefined}>
      <summary>{words.basis}</summary>
      <div className="form">
        <p className="hint">{words.basisNote}</p>
        {basisFields.map((name) => (
          <TextField
            key={name}
            label={words.basisFields[name]}
            value={row.basis[name]}
            mayWrite={mayWrite}
            type={name === 'from' || name === 'until' || name === 'reviewedOn' ? 'date' : 'text'}
            isLong={name === 'quote' || name === 'source'}
            most={name === 'reviewedBy' ? 120 : 2_000}
            problem={problems.find(({ field }) => field === name)?.message}
            onChange={(text) => {
              const { [name]: _, ...rest } = row.basis;
              onChange({ ...row, basis: text === '' ? rest : { ...row.basis, [name]: text } });
            }}
          />
        ))}
      </div>
    </details>
  );
}
