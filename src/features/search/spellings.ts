import { foldText, foldWord } from '../search-index/words.ts';

// How people write what they hear: English, Hindi in Latin letters, Hindi. Each line is one word, whichever is typed.
// Words already found by stemming need no line. A way of writing may be several words.
const sameWord = [
  'aadhaar aadhar adhaar adhar aadaar uidai आधार',
  'ration rashan raashan राशन',
  'pan पैन',
  'kisan kisaan farmer किसान',
  'yojana yojna yojnaa scheme योजना',
  'pension penshan penson पेंशन',
  'card kard कार्ड',
  'bank baink बैंक',
  'awas awaas avas aawas आवास',
  'ayushman aayushman ayushmaan आयुष्मान',
  'bima beema insurance बीमा',
  'fasal phasal crop फसल',
  'sukanya sukania सुकन्या',
  'samriddhi samridhi samruddhi समृद्धि',
  'pradhan pradhaan प्रधान',
  'mantri mantry मंत्री',
  'shram shramik श्रम',
  'rozgar rojgar rozgaar रोजगार',
  'naukri nokri naukari नौकरी',
  'chhatravritti chatravritti scholarship छात्रवृत्ति',
  'vidhwa vidhva widow विधवा',
  'vriddha vridha vruddha वृद्ध',
  'viklang divyang divyangjan disability disabled दिव्यांग विकलांग',
  'mahila mahilaa महिला',
  'beti betee बेटी',
  'jan jana जन',
  'dhan dhana धन',
  'arogya aarogya आरोग्य',
  'swasthya svasthya health स्वास्थ्य',
  'aspatal asptal hospital अस्पताल',
  'dawa dava davai medicine दवा',
  'bijli bijlee electricity बिजली',
  'gas gais गैस',
  'ujjwala ujjvala ujwala उज्ज्वला',
  'jati jaati caste जाति',
  'nivas niwas residence निवास',
  'aay income आय',
  'praman pramaan certificate प्रमाण',
  'patra patr पत्र',
  'janm janam birth जन्म',
  'mrityu mrutyu death मृत्यु',
  'vivah vivaah shaadi shadi marriage विवाह शादी',
  'passport pasport पासपोर्ट',
  'licence license lisence licens लाइसेंस',
  'voter matdata मतदाता',
  'shikayat shikaayat complaint grievance शिकायत',
  'madad sahayata help मदद',
  'karz karj rin loan लोन ऋण',
  'byaj byaaj interest ब्याज',
  'khata khaata account खाता',
  'paisa paise money पैसा',
  'zameen jameen zamin jamin land जमीन',
  'khet kheti agriculture कृषि खेती',
  'krishi krushi agriculture कृषि',
  'makan makaan ghar house घर मकान',
  'kiraya kiraaya rent किराया',
  'kar tax टैक्स',
  'upi यूपीआई',
  'otp ओटीपी',
  'kyc ekyc केवाईसी',
  'fraud scam thagi thagee dhokha धोखाधड़ी ठगी',
  'sarkari sarkaari government govt सरकारी',
  'sarkar sarkaar government सरकार',
  'online onlain ऑनलाइन',
  'avedan aavedan apply application applicant आवेदन',
  'suchi soochi list सूची',
  'kist kisht installment instalment किस्त',
  'adhikar adhikaar right अधिकार',
  'kanoon kanun qanoon law कानून',
  'police pulis पुलिस',
  'school skool vidyalaya स्कूल विद्यालय',
  'shiksha siksha education शिक्षा',
  'bacche bachche bachcha child बच्चा बच्चे',
  'garbhvati garbhavati pregnant गर्भवती',
  'matritva matrutva maternity मातृत्व',
  'majdoor mazdoor majdur worker मजदूर',
  'gaon gaanv gram village गांव ग्राम',
];

// Said in a question and found everywhere: they are not looked for where anything else is.
const fillers = new Set(
  foldText(
    'a an and are as at be by can do does for from get how i if in is it me my of on or our should so that the their this to was we what when where which who why will with you your ' +
      'kaise kese kya kab kahan kaun kyon kyun hai hain ho ke ka ki ko se me mein main par liye aur kare karen karne karna kese mera meri apna apne chahiye ' +
      'कैसे क्या कब कहाँ कौन क्यों है हैं हो के का की को से में पर लिए लिये और करें करे करने करना मेरा मेरी अपना अपने चाहिए यह वह इस उस ने भी',
  ).split(' '),
);

const groupsByWord = new Map<string, string[][]>();
for (const line of sameWord) {
  const group = line.split(' ').map(foldWord);
  for (const word of group) groupsByWord.set(word, [...(groupsByWord.get(word) ?? []), group]);
}

/** Other ways to write a folded word; empty for most. */
export const otherSpellings = (word: string): string[] =>
  [...new Set((groupsByWord.get(word) ?? []).flat())].filter((other) => other !== word);

export const isFiller = (word: string): boolean => fillers.has(word);
/** Known whether or not any text has it: never taken for a mistake. */
export const isKnownSpelling = (word: string): boolean => groupsByWord.has(word) || fillers.has(word);
