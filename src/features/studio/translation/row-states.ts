/** Of a paragraph or field of a translation, beside its original. */
export type RowState = 'same' | 'changed' | 'gone' | 'missing' | 'own' | 'left_out';

/** Whether somebody has to look at it. */
export const isOpen = (state: RowState): boolean => state === 'changed' || state === 'gone' || state === 'missing';
