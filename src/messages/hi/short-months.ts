import type * as source from '../short-months.ts';

export const short = {
  months: 'जन फ़र मार्च अप्रैल मई जून जुल अग सितं अक्टू नवं दिसं',
} satisfies typeof source.short;
