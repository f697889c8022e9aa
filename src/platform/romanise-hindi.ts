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
/** Words whose spelling by rule nobody types. */
const asTyped: Record<string, string> = { में: 'mein', नहीं: 'nahi', हैं: 'hain', यह: 'yeh', वह: 'woh', ये: 'ye', वे: 've' };

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

/** Words of Devanagari in Latin letters, as they are spoken ('घरेलू हिंसा': 'gharelu hinsa'); all else unchanged. */
export const romaniseHindi = (text: string): string =>
  text.normalize('NFD').replace(/[\u0901-\u0903\u0905-\u0965\u0970-\u097f]+/g, (word) => {
    const plain = word.replace(/[।॥]/g, ' ');
    const known = asTyped[plain];
    return (
      known ??
      plain.replace(/\S+/g, (each) =>
        withoutSilentVowels(soundsOf(each))
          .map(({ text: sound }) => sound)
          .join(''),
      )
    );
  });
