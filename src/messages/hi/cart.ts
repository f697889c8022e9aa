import { formatNumber } from '../../ui/format.ts';
import { count } from '../count.ts';
import type * as source from '../cart.ts';

const schemesOf = (value: number) => count(value, 'योजना', 'योजनाएँ');

export const cart = {
  title: 'सेव किया हुआ',
  describe: 'आपकी सेव की हुई योजनाएँ और पेज, और योजनाओं के लिए चाहिए कागज़ों की एक सूची।',
  keptHere: (schemes) => `${schemesOf(schemes)}, सिर्फ़ इसी फ़ोन या कंप्यूटर पर।`,
  signInToKeep: 'अकाउंट में रखने के लिए साइन इन करें',
  keptWithAccount: (schemes) =>
    `${schemesOf(schemes)}, आपके अकाउंट में। साइन आउट करने पर इस फ़ोन या कंप्यूटर की कॉपी मिट जाती है।`,
  empty: 'अभी कुछ सेव नहीं है',
  emptyNote: 'किसी योजना या पेज पर ‘सेव करें’ दबाएँ। वह यहाँ मिलेगा।',
  signIn: 'अकाउंट में सेव की हुई योजनाएँ देखने के लिए साइन इन करें',
  find: 'मेरे लिए योजनाएँ खोजें',
  forMe: 'मेरे लिए',
  forName: (name) => `${name} के लिए`,
  forOther: 'किसी और के लिए',
  beforeSignIn: 'साइन इन से पहले सेव की हुई',
  howToApply: 'आवेदन कैसे करें',
  alsoCheckAll: (points) => `यह भी देख लें: ${points.join(' ')}`,
  remove: 'हटाएँ',
  clear: 'सब हटाएँ',
  removed: (name) => `${name} हटा दी गई।`,
  cleared: 'सब हटा दी गईं।',
  putBack: 'वापस रखें',
  gone: 'यह योजना अब साइट पर नहीं है।',
  papersFor: (schemes) =>
    schemes === 1 ? 'इसके लिए कागज़' : schemes === 2 ? 'दोनों के लिए कागज़' : `सभी ${formatNumber(schemes)} के लिए कागज़`,
  papersOnce: 'एक ही सूची, हर कागज़ एक बार। जो है उस पर निशान लगाएँ।',
  noPapers: 'इन योजनाओं के कागज़ यहाँ नहीं लिखे हैं। सरकारी साइट पर देखें।',
  all: 'सबके लिए',
  have: (have, all) => `${formatNumber(all)} में से ${formatNumber(have)} कागज़ आपके पास हैं`,
  print: 'प्रिंट करें',
  whatsApp: 'व्हाट्सऐप पर भेजें',
  message: (names, papers, address) =>
    `${names.join(', ')} के लिए मुझे ये कागज़ चाहिए:\n${papers.map((paper) => `- ${paper}`).join('\n')}\n${address}`,
  loading: 'आपकी सेव की हुई योजनाएँ देखी जा रही हैं…',
  failed: 'योजनाएँ नहीं आ पाईं',
  failedNote: 'आपकी सूची सुरक्षित है। इंटरनेट देखें।',
  again: 'फिर कोशिश करें',
  withoutScript: 'कई योजनाओं के कागज़ एक साथ',
  withoutScriptNote:
    'सेव करने के लिए जावास्क्रिप्ट चाहिए। उसके बिना, यहाँ योजनाएँ चुनें और उनके कागज़ों की एक सूची पाएँ। कुछ रखा नहीं जाता।',
  makeList: 'सूची बनाएँ',
  chosen: 'आपकी योजनाएँ',
  chooseOther: 'दूसरी चुनें',
  chooseOne: 'कम से कम एक योजना चुनें।',
} satisfies typeof source.cart;
