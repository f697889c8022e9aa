import type * as source from '../studio-here.ts';

export const studioHere = {
  label: 'यह लेख और किसके पास खुला है',
  you: 'आप, दूसरे टैब में या दूसरे फ़ोन पर',
  someone: 'कोई साथी',
  since: (time) => `${time} से`,
  typing: 'लिख रहे हैं',
  reading: 'पढ़ रहे हैं',
  youType: 'लिख रहे हैं',
  youRead: 'पढ़ रहे हैं',
  told: (names) => `यहाँ और खुला है: ${names}।`,
  alone: 'अब यह लेख और किसी के पास खुला नहीं है।',
  newer: (name, revision) => `${name} ने नई लिखाई सेव की है: संस्करण ${revision}।`,
  newerByYou: (revision) => `आपने दूसरी जगह नई लिखाई सेव की है: संस्करण ${revision}।`,
  nothingLost: 'आपकी लिखाई खोई नहीं है। सेव करें, तो दोनों दिखेंगी।',
  seeBoth: 'सेव करें और दोनों देखें',
  show: 'नई लिखाई दिखाएँ',
} satisfies typeof source.studioHere;
