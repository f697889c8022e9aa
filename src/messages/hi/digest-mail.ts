import { formatNumber } from '../../ui/format.ts';
import type * as source from '../digest-mail.ts';
import { siteName } from '../site-name.ts';

export const digestMail = {
  subject: {
    daily: () => `${siteName()} पर आज क्या नया है`,
    weekly: () => `${siteName()} पर इस हफ़्ते क्या नया था`,
  },
  newQuestion: 'एक नया सवाल',
  newAnswers: (value) => (value === 1 ? 'एक नया जवाब' : `${formatNumber(value)} नए जवाब`),
  changed: 'यह बदल गया है',
  canAnswer: 'बिना जवाब के सवाल, जिनका जवाब आप दे सकते हैं',
  hidden: 'एक सवाल (साइट पर पढ़ें)',
  why: {
    daily: 'यह ईमेल आपको दिन में एक बार मिलता है, क्योंकि आपने इसे चालू किया था।',
    weekly: 'यह ईमेल आपको हफ़्ते में एक बार मिलता है, क्योंकि आपने इसे चालू किया था।',
  },
  stop: (address) => `यह ईमेल बंद करें: ${address}`,
} satisfies typeof source.digestMail;
