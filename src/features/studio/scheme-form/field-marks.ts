/** What a field says to assistive technology. */
export type Marks = { 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined };

/** @param hint and `problem`: shown in elements with the field's id and '-hint' or '-problem' */
export const marksOf = (id: string, hint: unknown, problem: unknown): Marks => ({
  'aria-invalid': problem ? true : undefined,
  'aria-describedby': [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
});
