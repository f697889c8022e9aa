import { expect, test } from 'vitest';
import { articlePath, slugify } from './ids.ts';
import { romaniseHindi } from './romanise-hindi.ts';

test.each([
  ['घरेलू हिंसा', 'gharelu hinsa'],
  ['राशन कार्ड का e-KYC', 'rashan kard ka e-KYC'],
  ['योजना', 'yojna'],
  ['सरकार', 'sarkar'],
  ['सरकारी', 'sarkari'],
  ['समझना', 'samajhna'],
  ['जनता', 'janta'],
  ['महिलाओं', 'mahilaon'],
  ['में नहीं है', 'mein nahi hai'],
  ['पढ़ाई', 'padhai'],
  ['लड़की', 'ladki'],
  ['ज़मीन', 'zamin'],
  ['फ़सल', 'fasal'],
  ['शिक्षा और ज्ञान', 'shiksha aur gyan'],
  ['लंबा', 'lamba'],
  ['अंग', 'ang'],
  ['दुःख', 'dukh'],
  ['ऑनलाइन', 'onlain'],
  ['न', 'na'],
  ['हिन्दी', 'hindi'],
])('%s is typed %s', (hindi, latin) => {
  expect(romaniseHindi(hindi)).toBe(latin);
  expect(romaniseHindi(hindi.normalize('NFC'))).toBe(latin);
});

test('an address has the words as they are typed', () => {
  expect(articlePath('घर में हिंसा हो रही है: 181 पर मदद', 1048)).toMatch(
    /^\/article\/ghar-mein-hinsa-ho-rahi-hai-181-par-madad-/,
  );
  expect(slugify('वृद्धावस्था पेंशन: कौन ले सकता है?', 'x')).toBe('vriddhavastha-penshan-kaun-le-sakta-hai');
  expect(slugify('्॥ः', 'article')).toBe('article');
  expect(slugify('தமிழ் PAN', 'x')).toMatch(/^[a-z-]+-pan$/);
  expect(slugify('प्रधानमंत्री\u200d\u200cआवास', 'x')).toMatch(/^[a-z]+$/);
});
