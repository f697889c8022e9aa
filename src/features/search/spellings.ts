import { foldText, foldWord } from '../search-index/words.ts';
import { spellingCost } from '../transliteration/likeness.ts';
import { createSoundIndex } from '../transliteration/sound-index.ts';
import { sameMeaning } from './same-meaning.ts';

// Spelling variants across English, romanised Hindi and Devanagari. One line is one group of synonyms.
// Inflections that stemming already joins need no line. A variant may be several words.
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

// Question words, present in most texts: ignored unless the query has nothing else.
const fillers = new Set(
  foldText(
    'a an and are as at be by can do does for from get how i if in is it me my of on or our should so that the their this to was we what when where which who why will with you your ' +
      // Stop words of the index: their sound alone would be searched, as rare words of other scripts ('any' as अन्य).
      'about after again against all am any because been before being below between both did doing down during each few had has have having he her here hers herself him himself his into itself just more most myself no nor not now off once only other ours ourselves out over own same she some such than theirs them themselves then there these they those through too under until up very were while whom yours yourself yourselves ' +
      'kaise kese kya kab kahan kaun kyon kyun hai hain ho ke ka ki ko se me mein main par liye aur kare karen karne karna kese mera meri mere apna apni apne chahiye hu hoon h hum ne ye yeh wo woh jo iss ab kyu ' +
      'ja jaa gya gyi diya diye dee de liya karo karte kiya kaha kidhar yaha yahan waha vahan si mil skta skti skte dikhao bahut got could would please best starting someone somebody anyone whom give gives giving gave asking asks wants ' +
      'kaisay kaisa kaisi kitna kitne kitni kahaan kha nahi nahin nai nhi raha rahi rahe rha rhi rhe hua hui hue gaya gayi gaye gye gai aaya aayi aaye aata aati aate ata aayega aayegi ayega milta milti milte mile milega milegi karu karun karke karta karti hota hoti hote hoga hogi jata jati jate jaye jaaye jayega jayegi jaega wala wali bhi toh tha thi mujhe mujhko hume humko hamara hamare aap aapka kuch koi sakte sakta sakti batao bataye pata abhi phir baar kisi kis uska unka iska jab tab tak ya na ek sab ' +
      'कैसा कैसी कितना कितने कितनी नहीं रहा रही रहे हुआ हुई हुए गया गई गए आया आई आए आता आती आएगा आएगी मिलता मिलती मिलते मिलेगा मिलेगी करूं करके होता होती होते होगा होगी जाता जाती जाते जाए जाएगा जाएगी वाला वाली था थी थे मुझे हमें हमारा आप कुछ कोई सकते सकता सकती बताओ पता अभी फिर किसी किस उसका जब तब तक या ना एक सब तो ' +
      'सा लें लूं लूँ डालें करनी करवाना करवानी लगेगा लगेंगे लगेगी किससे किसको किसे देगा देगी देते देता देती दो रहता रहती रहते ' +
      'lu loon lena daale dale karni karwana karwani lagega lagenge lagegi kisse kisko kise dega degi dete deta deti hun hoo ' +
      'हूं हूँ मेरे मैं मैंने हम अपनी ये वो जो सी यहाँ यहां वहां जा आ दिया दी दिए दे लिया करो करता बताएं दिखाओ थीं अब बहुत ' +
      'कैसे क्या कब कहाँ कौन क्यों है हैं हो के का की को से में पर लिए लिये और करें करे करने करना मेरा मेरी अपना अपने चाहिए यह वह इस उस ने भी',
  ).split(' '),
);

const groupsByWord = new Map<string, string[][]>();
for (const line of sameWord) {
  const group = line.split(' ').map(foldWord);
  for (const word of group) groupsByWord.set(word, [...(groupsByWord.get(word) ?? []), group]);
}

/** Spelling variants of a folded word; empty for most. */
export const otherSpellings = (word: string): string[] =>
  [...new Set((groupsByWord.get(word) ?? []).flat())].filter((other) => other !== word);

// Hindi words stand in many forms: their last vowel and its nasal tell nothing about the meaning.
const withoutEnding = (word: string) =>
  word.replace(
    /(?<=[\u0915-\u0939].)(?:[\u093e-\u094c][\u0902\u090f\u0908]?|\u093f\u092f\u094b\u0902|\u0928\u093e)$/,
    '',
  );

const meaningsByForm = new Map<string, string[][]>();
const wordsWithMeaning = new Set<string>();
for (const line of sameMeaning) {
  const group = [...new Set(line.split(' ').map(foldWord))];
  for (const word of group) {
    wordsWithMeaning.add(word);
    for (const form of new Set([word, withoutEnding(word)]))
      meaningsByForm.set(form, [...(meaningsByForm.get(form) ?? []), group]);
  }
}
const soundingLike = createSoundIndex(() => wordsWithMeaning);

/** A Hindi word in Latin letters costs at most this much a letter; English words that only sound so cost more. */
const dearestLetter = 1.1;

/**
 * Words of the same meaning, of a folded word in any spelling: the word's own group, or those of Hindi words that sound
 * so.
 */
export function sameMeaningAs(word: string): string[] {
  const own = meaningsByForm.get(word) ?? meaningsByForm.get(withoutEnding(word)) ?? [];
  if (own.length > 0 || !/^[a-z]{3,}$/.test(word)) return [...new Set(own.flat())];
  const soundAlike = soundingLike(word)
    .map((native) => ({ native, cost: spellingCost(word, native, 1 + dearestLetter * word.length) }))
    .filter(({ cost }) => cost < Infinity)
    .sort((a, b) => a.cost - b.cost)
    .slice(0, 2);
  return [...new Set(soundAlike.flatMap(({ native }) => [native, ...(meaningsByForm.get(native) ?? []).flat()]))];
}

// What people do with any paper or scheme: the paper is what they ask about. One word of each group of the same meaning.
const acts = new Set(
  'kyc status name wrong link mobile date आखिरी अंतिम last list form reject stop online'
    .split(' ')
    .map(foldWord)
    .flatMap((word) => [word, ...otherSpellings(word), ...sameMeaningAs(word)]),
);

/** Whether a folded word says what is done, not with what. */
export const isAct = (word: string): boolean => acts.has(word);

export const isFiller = (word: string): boolean => fillers.has(word);
/** Never treated as a typo, whether or not a document contains it. */
export const isKnownSpelling = (word: string): boolean =>
  groupsByWord.has(word) || fillers.has(word) || wordsWithMeaning.has(word);
