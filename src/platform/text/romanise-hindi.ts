import { normaliseUnicode } from './normalise-unicode.ts';
// Devanagari as its readers type it in Latin letters, for addresses: by rule, so that an address never changes.

const tableOf = (pairs: string): Record<string, string> =>
  Object.fromEntries(pairs.split(' ').map((pair) => [pair[0]!, pair.slice(1)]));

const consonants = tableOf(
  'कk खkh गg घgh ङn चch छchh जj झjh ञn टt ठth डd ढdh णn तt थth दd धdh नn पp फph बb भbh मm यy रr लl ळl वv शsh षsh सs हh',
);
const withNukta: Record<string, string> = { ज: 'z', फ: 'f' };
const clusters: [RegExp, string][] = [
  [/क्ष/g, '\u0001'],
  [/ज्ञ/g, '\u0002'],
];
const clusterTexts: Record<string, string> = { '\u0001': 'ksh', '\u0002': 'gy' };
const vowels = tableOf(
  'अa आa इi ईi उu ऊu ऋri एe ऐai ओo औau ऑo ऍe \u093ea \u093fi \u0940i \u0941u \u0942u \u0943ri \u0947e \u0948ai \u094bo \u094cau \u0949o \u0945e',
);
const virama = '्';
const nukta = '़';
const labial = /^[पफबभम]/;
const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => normaliseUnicode(pair, 'NFD').split('=') as [string, string]));
/** Words that nobody spells by rule: small ones, and English ones, which are typed as in English. */
const asTyped: Record<string, string> = pairsOf(
  'में=mein नहीं=nahi हैं=hain यह=yeh वह=woh ये=ye वे=ve ई=e आधार=aadhaar पैन=pan ऐप=app ऑनलाइन=online कार्ड=card ' +
    'क्रेडिट=credit क्लेम=claim कैंसिल=cancel कॉलेज=college करियर=career कनेक्शन=connection कोड=code गैस=gas ' +
    'टिकट=ticket टेलीग्राम=telegram टैक्स=tax टेस्ट=test ट्रेन=train ट्रेनिंग=training ट्रैफ़िक=traffic ' +
    'डिजिटल=digital डिपॉज़िट=deposit डिग्री=degree डेबिट=debit थर्ड=third नंबर=number नेशनल=national पार्टी=party ' +
    'पार्सल=parcel पासपोर्ट=passport पासबुक=passbook पेंशन=pension पोर्टल=portal पोस्ट=post फ़ास्टैग=fastag फ़ॉर्म=form ' +
    'फ़ीस=fees फ़ोन=phone फ़िल्म=film बैंक=bank बैटरी=battery मिनट=minute मैसेज=message रजिस्ट्रेशन=registration ' +
    'राशन=ration रिचार्ज=recharge रिटर्न=return रिफ़ंड=refund लर्निंग=learning लाइसेंस=licence लिंक=link लेट=late लोन=loan ' +
    'वीडियो=video वोटर=voter सब्सिडी=subsidy सर्विस=service सिम=sim सोलर=solar स्टूडेंट=student हेल्थ=health ' +
    'इनकम=income इंश्योरेंस=insurance',
);

/** Names of English letters, as abbreviations are written: पीएम, आरटीआई, केवाईसी. */
const letterNames: Record<string, string> = pairsOf(
  'ए=a बी=b सी=c डी=d ई=e एफ=f एफ़=f जी=g एच=h आई=i जे=j के=k एल=l एम=m एन=n ओ=o पी=p क्यू=q आर=r एस=s टी=t यू=u वी=v ' +
    'डब्ल्यू=w डब्लू=w डबल्यू=w एक्स=x वाई=y ज़ेड=z जेड=z',
);
// Longest first: 'एम' is no 'ए' before an 'म'.
const letterName = Object.keys(letterNames)
  .toSorted((one, other) => other.length - one.length)
  .join('|');
const oneLetter = new RegExp(letterName, 'g');
const abbreviation = new RegExp(`^(?:${letterName}){2,}$`);
const dotted = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:(?:${letterName})\\.){1,9}(?:${letterName})(?![\\p{L}\\p{M}])\\.?`,
  'gu',
);
// Two names without a vowel's own letter may be a word: टीके are vaccines, बीवी is a wife, सीटी a whistle.
const mayBeWord = /^(?:[बसडजकपटव][ीे]){2}$/;
const shortOnes = new Set('टीवी सीडी डीजे पीसी पीजी डीवी'.split(' '));

/** 'rti' for 'आरटीआई'; null for what is no abbreviation. */
function abbreviationOf(word: string): string | null {
  if (!abbreviation.test(word) || (mayBeWord.test(word) && !shortOnes.has(word))) return null;
  return word.replace(oneLetter, (name) => letterNames[name]!);
}

type Sound = { text: string; isVowel: boolean; isInherent?: boolean };

function soundsOf(word: string): Sound[] {
  let marked = word;
  for (const [cluster, mark] of clusters) marked = marked.replace(cluster, mark);
  const letters = [...marked];
  const sounds: Sound[] = [];
  for (const [at, letter] of letters.entries()) {
    const consonant = clusterTexts[letter] ?? consonants[letter];
    if (consonant) {
      const hasNukta = letters[at + 1] === nukta;
      sounds.push({ text: (hasNukta && withNukta[letter]) || consonant, isVowel: false });
      const next = letters[at + (hasNukta ? 2 : 1)];
      const isBare = next === undefined || (next !== virama && !/[ा-ौॅॉृ]/.test(next));
      if (isBare) sounds.push({ text: 'a', isVowel: true, isInherent: true });
    } else if (vowels[letter]) sounds.push({ text: vowels[letter], isVowel: true });
    else if (letter === 'ं' || letter === 'ँ')
      sounds.push({ text: letters[at + 1] && labial.test(letters[at + 1]!) ? 'm' : 'n', isVowel: false });
  }
  return sounds;
}

/** The inherent vowel is silent at the end, and between two consonants that have vowels on their other sides. */
function withoutSilentVowels(sounds: Sound[]): Sound[] {
  const spoken = [...sounds];
  const isVowelAt = (at: number) => spoken[at]?.isVowel === true;
  const last = spoken.length - 1;
  if (spoken[last]?.isInherent && spoken.slice(0, last).some(({ isVowel }) => isVowel)) spoken.splice(last, 1);
  for (let at = spoken.length - 3; at >= 2; at--) {
    if (!spoken[at]!.isInherent) continue;
    const isBetween = !isVowelAt(at - 1) && isVowelAt(at - 2) && !isVowelAt(at + 1) && isVowelAt(at + 2);
    if (isBetween) spoken.splice(at, 1);
  }
  return spoken;
}

const undotted = (text: string): string => text.replace(dotted, (letters) => letters.replaceAll('.', ''));

/** Words of Devanagari in Latin letters, as they are spoken ('घरेलू हिंसा': 'gharelu hinsa'); all else unchanged. */
export const romaniseHindi = (text: string): string =>
  undotted(normaliseUnicode(text, 'NFD')).replace(/[\u0901-\u0903\u0905-\u0965\u0970-\u097f]+/g, (word) => {
    const plain = word.replace(/[।॥]/g, ' ');
    return plain.replace(
      /\S+/g,
      (each) =>
        asTyped[each] ??
        abbreviationOf(each) ??
        withoutSilentVowels(soundsOf(each))
          .map(({ text: sound }) => sound)
          .join(''),
    );
  });
