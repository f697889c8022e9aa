/** Of a paragraph or field of a translation, beside its original. */
export const translationStates = ['same', 'changed', 'gone', 'missing', 'own', 'left_out'] as const;
export type TranslationState = (typeof translationStates)[number];

/** Whether somebody has to look at it. */
export const isOpen = (state: TranslationState): boolean =>
  state === 'changed' || state === 'gone' || state === 'missing';
