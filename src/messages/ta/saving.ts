import type * as source from '../saving.ts';

export const saving = {
  save: 'சேமி',
  saved: 'சேமித்தது',
  saveOf: (name) => `சேமி: ${name}`,
  didSave: 'சேமித்தாயிற்று.',
  didRemove: 'உங்கள் பட்டியலிலிருந்து நீக்கியாயிற்று.',
  seeList: 'பட்டியலைப் பார்',
  notKept: 'சேமிக்க முடியவில்லை. இந்த உலாவி இந்தத் தளத்துக்காக எதையும் வைப்பதில்லை, அல்லது அதில் இடமில்லை.',
  notLoaded: 'சேமிக்க முடியவில்லை. இணைய இணைப்பைப் பார்த்து மீண்டும் முயலவும்.',
} satisfies typeof source.saving;
