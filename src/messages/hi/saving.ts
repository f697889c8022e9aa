import type * as source from '../saving.ts';

export const saving = {
  save: 'सेव करें',
  saved: 'सेव है',
  saveOf: (name) => `सेव करें: ${name}`,
  didSave: 'सेव हो गया।',
  didRemove: 'आपकी सूची से हट गया।',
  seeList: 'सूची देखें',
} satisfies typeof source.saving;
