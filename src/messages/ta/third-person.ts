import type * as source from '../third-person.ts';
import { replaceWords, word } from '../third-person.ts';

const changes: [RegExp, string][] = [
  [/^நான்$/g, 'அவரே'],
  word('என்', 'அவரது'),
  [/எங்களுடன்/g, 'அவருடன்'],
  [/கிறேன்|கிறோம்/g, 'கிறார்'],
  [/நீங்களும்/g, 'அவரும்'],
  [/நீங்கள்/g, 'அவர்'],
  [/உங்கள்/g, 'அவரது'],
  [/உங்களு/g, 'அவரு'],
  [/உங்களி/g, 'அவரி'],
  [/உங்களை/g, 'அவரை'],
  [/ீர்களா/g, 'ாரா'],
  [/ீர்கள்/g, 'ார்'],
];

export const thirdPerson = {
  of: (text) => replaceWords(text, changes),
} satisfies typeof source.thirdPerson;
