import type * as source from '../languages.ts';

export const languageWords = {
  offer: { read: 'இந்தப் பக்கத்தைத் தமிழில் படியுங்கள்', close: 'மூடு' },
  newest: 'புதியவை',
  missing: (here, there) => `இது இன்னும் இந்த மொழியில் இல்லை: ${here}. படிக்கக் கிடைக்கும் மொழி: ${there}.`,
  older: 'இந்த மொழிபெயர்ப்புக்குப் பிறகு மூலக் கட்டுரை மாறியுள்ளது. இங்கே சில தகவல்கள் பழையதாக இருக்கலாம்.',
  original: 'மூலத்தைப் பார்',
} satisfies typeof source.languageWords;
