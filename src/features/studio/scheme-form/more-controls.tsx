import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import type { RowProblem } from './check-rows.ts';
import { basisFields, type Group, type Sentence } from './rule-rows.ts';
import { TextField, withField } from '../fields.tsx';

type Props<Of> = { row: Of; problems: RowProblem[]; onChange(row: Of): void };

export function BecauseField<Of extends Sentence | Group>({ row, onChange }: Omit<Props<Of>, 'problems'>) {
  return (
    <TextField
      label={words.because}
      hint={words.becauseHint}
      value={row.because}
      rows={2}
      isLine
      maxLength={300}
      onChange={(text) => onChange(withField(row, 'because', text))}
    />
  );
}

/** From when to when it holds, the words of the law, and who checked it when. */
export function BasisFields<Of extends Sentence | Group>({ row, problems, onChange }: Props<Of>) {
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
            type={name === 'from' || name === 'until' || name === 'reviewedOn' ? 'date' : 'text'}
            rows={name === 'quote' || name === 'source' ? 2 : undefined}
            isLine
            maxLength={name === 'reviewedBy' ? 120 : 2_000}
            problem={problems.find(({ field }) => field === name)?.message}
            onChange={(text) => onChange({ ...row, basis: withField(row.basis, name, text) })}
          />
        ))}
      </div>
    </details>
  );
}
