import { formatNumber } from '../../ui/format.ts';
import type * as source from '../digest-mail.ts';
import { siteName } from '../site-name.ts';

export const digestMail = {
  subject: {
    daily: () => `${siteName()} தளத்தில் இன்று புதியவை`,
    weekly: () => `${siteName()} தளத்தில் இந்த வாரம் புதியவை`,
  },
  newQuestion: 'ஒரு புதிய கேள்வி',
  newAnswers: (value) => (value === 1 ? 'ஒரு புதிய பதில்' : `${formatNumber(value)} புதிய பதில்கள்`),
  changed: 'இது மாறியுள்ளது',
  canAnswer: 'நீங்கள் பதில் சொல்லக்கூடிய, பதில் இல்லாத கேள்விகள்',
  hidden: 'ஒரு கேள்வி (தளத்தில் படியுங்கள்)',
  why: {
    daily: 'நீங்கள் கேட்டதால் இந்த மின்னஞ்சல் நாளுக்கு ஒரு முறை வருகிறது.',
    weekly: 'நீங்கள் கேட்டதால் இந்த மின்னஞ்சல் வாரத்துக்கு ஒரு முறை வருகிறது.',
  },
  stop: (address) => `இந்த மின்னஞ்சலை நிறுத்த: ${address}`,
} satisfies typeof source.digestMail;
