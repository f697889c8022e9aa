import type * as source from '../studio-here.ts';

export const studioHere = {
  label: 'இதை வேறு யார் திறந்துள்ளார்கள்',
  you: 'நீங்கள், வேறு தாவலில் அல்லது வேறு போனில்',
  someone: 'ஒருவர்',
  since: (time) => `${time} முதல்`,
  typing: 'எழுதுகிறார்',
  reading: 'படிக்கிறார்',
  youType: 'எழுதுகிறீர்கள்',
  youRead: 'படிக்கிறீர்கள்',
  told: (names) => `இங்கே மேலும் திறந்துள்ளது: ${names}.`,
  alone: 'இப்போது வேறு யாரும் இதைத் திறந்திருக்கவில்லை.',
  newer: (name, revision) => `${name} புதிய உரையைச் சேமித்துள்ளார்: பதிப்பு ${revision}.`,
  newerByYou: (revision) => `நீங்கள் வேறு இடத்தில் புதிய உரையைச் சேமித்துள்ளீர்கள்: பதிப்பு ${revision}.`,
  nothingLost: 'உங்கள் உரை தொலையவில்லை. சேமித்தால் இரண்டையும் காண்பீர்கள்.',
  seeBoth: 'சேமித்து இரண்டையும் காண்க',
  show: 'புதிய உரையைக் காட்டு',
} satisfies typeof source.studioHere;
