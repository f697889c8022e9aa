import type * as source from '../searches-desk.ts';

export const searchesDesk = {
  title: 'கிடைக்காதவை',
  heading: 'வாசகர்கள் தேடியும் கிடைக்காதவை',
  describe: 'முடிவில்லாத தேடல்கள்.',
  note: 'குறைந்தது மூன்று முறை தேடியவை மட்டும், எண்களும் முகவரிகளும் இல்லாமல். பத்து நிமிடத்துக்கு ஒருமுறை மீண்டும் தேடப்படும்.',
  period: 'நாட்கள்',
  days: (days) => `கடந்த ${days} நாட்கள்`,
  none: 'எதுவும் இல்லை: வாசகர்கள் தேடியது கிடைத்தது.',
  visits: (visits) => `${visits} முறை தேடியது`,
  write: 'இதைப் பற்றி எழுதுங்கள்',
  writeOf: (text) => `இதைப் பற்றி எழுதுங்கள்: ${text}`,
  hide: 'மறை',
  hideOf: (text) => `மறை: ${text}`,
  search: 'தேடலைப் பார்க்கவும்',
  hidden: 'மறைக்கப்பட்டது.',
} satisfies typeof source.searchesDesk;
