import type * as source from '../searches-desk.ts';

export const searchesDesk = {
  title: 'नहीं मिला',
  heading: 'पाठकों ने क्या खोजा और नहीं पाया',
  describe: 'जिन खोजों में कुछ नहीं मिला।',
  note: 'सिर्फ़ वही जो कम से कम तीन बार खोजा गया, बिना नंबर और पते के। हर दस मिनट में फिर खोजा जाता है।',
  period: 'दिन',
  days: (days) => `पिछले ${days} दिन`,
  none: 'कुछ नहीं: पाठकों को जो चाहिए था, मिल गया।',
  visits: (visits) => `${visits} बार खोजा`,
  write: 'इस पर लिखें',
  writeOf: (text) => `इस पर लिखें: ${text}`,
  hide: 'छिपाएँ',
  hideOf: (text) => `छिपाएँ: ${text}`,
  search: 'खोज देखें',
  hidden: 'छिपा दिया।',
} satisfies typeof source.searchesDesk;
