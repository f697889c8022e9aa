import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  use,
  useId,
} from 'react';
import { type Marks, marksOf } from '../../ui/field.tsx';
import { langOf } from '../../ui/format.ts';
import { Options } from '../../ui/options.tsx';

// The fields of the studio's forms in React: one component for each kind of control.

/** Whether the person may change what the fields around hold. */
export const MayWrite = createContext(true);
export const useMayWrite = (): boolean => use(MayWrite);

type Described = { id: string; label: string; hint?: string | undefined; problem?: string | undefined };

/** As `Labelled` of `ui/field.tsx`; the problem has no icon, and says its language, because it may quote the piece. */
export const StudioLabelled = ({
  id,
  label,
  hint,
  problem,
  isAlert,
  children,
}: Described & { isAlert?: boolean | undefined; children: ReactNode }) => (
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

type Own = 'id' | 'value' | 'onChange';
type TextProps = Partial<Described> & { label: string } & Omit<InputHTMLAttributes<HTMLInputElement>, Own> & {
    value: unknown;
    /** Of a text of several lines. */
    rows?: number | undefined;
    /** Written as one line, whatever a phone's enter key does. */
    isLine?: boolean | undefined;
    isAlert?: boolean;
    /** The field was just added: typing goes on there. */
    isFirst?: boolean;
    ref?: Ref<never>;
    onChange(text: string): void;
  };

export function TextField(props: TextProps) {
  const own = useId();
  const { id = own, label, hint, problem, value, rows, isLine, isAlert, isFirst, onChange, ...attributes } = props;
  const mayWrite = useMayWrite();
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const shared = {
    id,
    value: text,
    readOnly: !mayWrite,
    lang: langOf(text),
    autoFocus: isFirst,
    ...marksOf({ id, hint, error: problem }),
  };
  return (
    <StudioLabelled id={id} label={label} hint={hint} problem={problem} isAlert={isAlert}>
      {rows === undefined ? (
        <input className="in" {...shared} {...attributes} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <textarea
          className="in studio-short"
          rows={rows}
          {...shared}
          {...(attributes as object)}
          onChange={({ target }) => onChange(isLine ? target.value.replace(/\s*\n\s*/g, ' ') : target.value)}
        />
      )}
    </StudioLabelled>
  );
}

type SelectProps = Partial<Described> & { label: string } & Omit<SelectHTMLAttributes<HTMLSelectElement>, Own> & {
    value: string;
    options?: readonly (readonly [value: string, label: string])[];
    marks?: Marks;
    /** In a row that was just added. */
    isFirst?: boolean;
    onChange(value: string): void;
  };

/** @param props `children` stand before the `options` */
export function SelectField(props: SelectProps) {
  const own = useId();
  const { id = own, label, hint, problem, options = [], marks, isFirst, children, onChange, ...attributes } = props;
  return (
    <StudioLabelled id={id} label={label} hint={hint} problem={problem}>
      <select
        className="in"
        id={id}
        disabled={!useMayWrite()}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a row that was just added: typing goes on there
        autoFocus={isFirst}
        {...marksOf({ id, hint, error: problem })}
        {...marks}
        {...attributes}
        onChange={({ target }) => onChange(target.value)}
      >
        {children}
        <Options of={options} />
      </select>
    </StudioLabelled>
  );
}

/** An ordered list of which every item has fields of its own, as the front matter of a file has it. */
export function ListField<Item>({
  id,
  legend,
  hint,
  items,
  fresh,
  words,
  onChange,
  children,
  acts,
}: {
  id: string;
  legend: string;
  hint?: string;
  items: Item[];
  /** What a new item begins with. */
  fresh: Item;
  words: { add: string; takeAway(number: number): string };
  onChange(items: Item[]): void;
  children(item: Item, set: (item: Item) => void, at: number): ReactNode;
  /** Further buttons of an item. */
  acts?: (at: number) => ReactNode;
}) {
  return (
    <fieldset className="studio-sources" disabled={!useMayWrite()} aria-describedby={hint && `${id}-hint`}>
      <legend>{legend}</legend>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty items have nothing else to tell them apart
        <div key={at} className="box stack">
          {children(item, (next) => onChange(items.map((one, index) => (index === at ? next : one))), at)}
          <div className="studio-row">
            {acts?.(at)}
            <button type="button" className="chip" onClick={() => onChange(items.filter((_, index) => index !== at))}>
              {words.takeAway(at + 1)}
            </button>
          </div>
        </div>
      ))}
      <button type="button" className="btn ghost" onClick={() => onChange([...items, fresh])}>
        {words.add}
      </button>
    </fieldset>
  );
}

/** Several of a few options. */
export function Ticks({
  legend,
  options,
  values,
  onChange,
  ...marks
}: Marks & {
  legend: string;
  options: readonly (readonly [value: string, label: string])[];
  values: readonly unknown[];
  onChange(values: unknown[]): void;
}) {
  const own = useId();
  return (
    <fieldset className="studio-choices" disabled={!useMayWrite()} {...marks}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="studio-tick" htmlFor={`${own}-${value}`}>
          <input
            id={`${own}-${value}`}
            type="checkbox"
            checked={values.includes(value)}
            // What is ticked comes last.
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

export const listOf = <Item,>(value: unknown) => (Array.isArray(value) ? (value as Item[]) : []);

/** The record with one field set; null, undefined or an empty text takes the field away, as a file would not have it. */
export function withField<Record extends object>(record: Record, name: string, value: unknown): Record {
  if (value !== null && value !== undefined && value !== '') return { ...record, [name]: value };
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name)) as Record;
}
