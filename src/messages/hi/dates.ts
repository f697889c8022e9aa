import type * as source from '../dates.ts';

export const dates = {
  months: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर',
  fullStop: '।',
} satisfies typeof source.dates;
