import type * as source from '../saving.ts';

export const saving = {
  save: 'சேமி',
  saved: 'சேமித்தது',
  saveOf: (name) => `சேமி: ${name}`,
  didSave: 'சேமித்தாயிற்று.',
  didRemove: 'உங்கள் பட்டியலிலிருந்து நீக்கியாயிற்று.',
  seeList: 'பட்டியலைப் பார்',
} satisfies typeof source.saving;
