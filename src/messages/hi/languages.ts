import type * as source from '../languages.ts';

export const languageWords = {
  offer: { read: 'यह पेज हिन्दी में पढ़ें', close: 'बंद करें' },
  newest: 'सबसे नए',
  missing: (here, there) => `यह अभी ${here} में नहीं है। इसे ${there} में पढ़ सकते हैं।`,
  older: 'इस अनुवाद के बाद मूल लेख बदला गया है। यहाँ की कुछ बातें पुरानी हो सकती हैं।',
  original: 'मूल लेख देखें',
} satisfies typeof source.languageWords;
