import type * as source from '../saved-pages.ts';

export const savedPages = {
  heading: 'इस फ़ोन या कंप्यूटर पर सेव पेज',
  note: 'ये बिना इंटरनेट भी खुलते हैं। सिर्फ़ वीडियो चलाने के लिए इंटरनेट चाहिए।',
  full: (most) => `सेव नहीं हुआ। आप ${most} पेज सेव कर चुके हैं, इससे ज़्यादा नहीं हो सकते। पहले अपनी सूची से एक हटाएँ।`,
} satisfies typeof source.savedPages;
