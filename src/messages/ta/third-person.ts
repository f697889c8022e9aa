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

const of = (text: string) => replaceWords(text, changes);

export const thirdPerson = {
  of,
  // A name in another script takes no ending: it stands before the question.
  about: (text, noun, _gender, isQuestion) => (isQuestion ? `${noun}: ${of(text)}` : of(text).replace(/^அவரே$/, noun)),
  nouns: {
    PARENT: { woman: 'உங்கள் தாய்', man: 'உங்கள் தந்தை' },
    SPOUSE: { woman: 'உங்கள் மனைவி', man: 'உங்கள் கணவர்' },
  },
} satisfies typeof source.thirdPerson;
