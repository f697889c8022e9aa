import { fieldOf } from '../../features/schemes/form-answers.ts';
import type { Typed } from './refer-answers.ts';

/** Earlier answers as hidden fields: nothing is stored before the last step. */
export function Carried({ typed, without, at }: { typed: Typed; without?: string; at: number }) {
  return (
    <>
      <input type="hidden" name="at" value={at} />
      {Object.entries(typed).flatMap(([id, values]) =>
        id === without
          ? []
          : values.map((value) => <input key={`${id} ${value}`} type="hidden" name={fieldOf(id)} value={value} />),
      )}
    </>
  );
}
