import type { InputHTMLAttributes, ReactNode } from 'react';
import { marksOf } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';

type Props = { id: string; label: string; hint?: string | undefined; problem?: string | undefined; isAlert?: boolean };

/** A control, which takes `marksOf`, with its label, its hint and what is wrong with it. */
export const Labelled = ({ id, label, hint, problem, isAlert, children }: Props & { children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id}>{label}</label>
    {hint && (
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
    )}
    {children}
    {problem && (
      <span className="err" id={`${id}-error`} lang={langOf(problem)} role={isAlert ? 'alert' : undefined}>
        {problem}
      </span>
    )}
  </div>
);

type FieldProps = InputHTMLAttributes<HTMLInputElement> & Pick<Props, 'id' | 'label' | 'hint'>;

export const Field = ({ id, label, hint, ...input }: FieldProps) => (
  <Labelled id={id} label={label} hint={hint}>
    <input className="in" id={id} {...marksOf({ id, hint })} {...input} />
  </Labelled>
);
