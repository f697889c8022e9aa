import { boundedMap } from '../../platform/process/bounded-map.ts';
import { latinSkeleton } from '../../platform/text/latin-skeleton.ts';
import { asciiDigit } from '../../platform/text/written-number.ts';
import { normaliseUnicode } from '../../platform/text/normalise-unicode.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { spellingCost } from '../transliteration/likeness.ts';
import { markPile } from '../../platform/text/visible-text.ts';

/** What makes a name that nobody may have: `reserved` is whose name it claims, the others what it contains. */
export type NameProblem = 'reserved' | 'contact' | 'signs' | 'scripts';

/** The product's own name stays reserved where the site has another one. */
const productName = 'Nagrik';

// Whole words: roles, helplines, offices. The Indian surnames Adhikari, Sarkar and Munshi are roles too, and not here.
const reserved = `
  nagrik nagarik moderator moderators moderation mod mods admin admins administrator administrators administration sysadmin
  superadmin webmaster editor editors editorial newsroom newsdesk desk team staff official officials officially officer
  office support helper helpers help helpline helplines helpdesk hotline tollfree customer customercare care
  service services contact call whatsapp verified verify checker factchecker factcheck reporter system root operator
  member members account police journalist staffer nodal pmo gmail telegram instagram facebook dial
  communitymanager siteowner deleteduser government govt ministry bank refund complaint complaints grievance ombudsman
  sampadak sanchalak prashasak sahayata adhikarik naagrik naagarik sadasya cyber cybercell cybercrime
  rbi npci uidai trai cbi sebi irdai epfo
  नागरिक नागरीक मॉडरेटर मोडरेटर माडरेटर मॉडरेटर्स एडमिन ऐडमिन अडमिन एडमिनिस्ट्रेटर प्रशासक प्रशासन संचालक सञ्चालक व्यवस्थापक नियंत्रक एडिटर संपादक
  सम्पादक संपादकीय सम्पादकीय आधिकारिक अधिकृत ऑफिशियल ऑफिसियल आफिशियल ऑफिसर सपोर्ट सहायता सहायक मदद हेल्प हेल्पर हेल्पलाइन हेल्पलाईन हैल्पलाइन हेल्पडेस्क
  टीम स्टाफ स्टाफ़ कर्मचारी कस्टमर केयर सर्विस सत्यापित प्रमाणित वेरिफाइड वेरिफाईड सिस्टम सदस्य मेंबर मेम्बर पुलिस पोलिस सरकारी शासन मंत्रालय बैंक शिकायत शिकायतें रिफंड
  कॉल व्हाट्सऐप व्हाट्सएप न्यूज़रूम डेस्क टोल टोलफ्री साइबर साईबर आरबीआई सीबीआई
  यूआईडीएआई एनपीसीआई नोडल कार्यालय पत्रकार संवाददाता व्हाट्सअप टेलीग्राम इंस्टाग्राम डायल
  நாகரிக் நாக்ரிக் நாகரிகம் நாக்ரிக மாடரேட்டர் மாடரேடர் மதிப்பீட்டாளர் நெறியாளர் நடுவர் அட்மின் அட்மினிஸ்ட்ரேட்டர் நிர்வாகி நிர்வாகம் எடிட்டர்
  ஆசிரியர் ஆசிரியர்குழு பதிப்பாசிரியர் அதிகாரி அதிகாரப்பூர்வ அதிகாரப்பூர்வமான அதிகாரபூர்வ அதிகாரபூர்வமான அஃபிஷியல் அபிஷியல் ஆதரவு உதவி உதவிஎண் உதவியாளர் உதவிமையம்
  உதவிக்குழு உதவிக்கு ஹெல்ப் ஹெல்ப்லைன் ஹெல்ப்டெஸ்க் சப்போர்ட் குழு குழுவினர் டீம் பணியாளர் ஊழியர் சரிபார்க்கப்பட்ட சரிபார்க்கப்பட்டது சான்றளிக்கப்பட்ட
  உறுதிசெய்யப்பட்ட வெரிஃபைட் வாடிக்கையாளர் சேவை சேவைமையம் உறுப்பினர் காவல்துறை போலீஸ் வங்கி புகார் கணினி சிஸ்டம் செய்தியாளர்
  নাগরিক মডারেটর মোডারেটর অ্যাডমিন এডমিন প্রশাসক সম্পাদক হেল্পলাইন সহায়তা সাহায্য টিম অফিসিয়াল যাচাইকৃত সদস্য সাপোর্ট পুলিশ
  নাগৰিক মডাৰেটৰ এডমিন সম্পাদক হেল্পলাইন
  નાગરિક મોડરેટર એડમિન સંપાદક હેલ્પલાઇન હેલ્પલાઈન મદદ ટીમ ઓફિશિયલ સત્તાવાર સભ્ય સપોર્ટ પોલીસ
  ਨਾਗਰਿਕ ਮਾਡਰੇਟਰ ਮੋਡਰੇਟਰ ਐਡਮਿਨ ਸੰਪਾਦਕ ਹੈਲਪਲਾਈਨ ਹੈਲਪਲਾਇਨ ਸਹਾਇਤਾ ਮਦਦ ਟੀਮ ਅਧਿਕਾਰਤ ਮੈਂਬਰ ਸਪੋਰਟ ਪੁਲਿਸ
  ନାଗରିକ ମଡରେଟର ଆଡମିନ ସମ୍ପାଦକ ହେଲ୍ପଲାଇନ ସହାୟତା ଟିମ ସଦସ୍ୟ ପୋଲିସ
  నాగరిక్ నాగరిక మోడరేటర్ అడ్మిన్ సంపాదకుడు ఎడిటర్ హెల్ప్‌లైన్ సహాయం టీమ్ టీం అధికారిక సభ్యుడు సపోర్ట్ పోలీసు
  ನಾಗರಿಕ್ ನಾಗರಿಕ ನಾಗ್ರಿಕ್ ಮಾಡರೇಟರ್ ಮಾಡರೇಟರ ಅಡ್ಮಿನ್ ಸಂಪಾದಕ ಸಂಪಾದಕರು ಸಹಾಯವಾಣಿ ಹೆಲ್ಪ್‌ಲೈನ್ ತಂಡ ಟೀಮ್ ಅಧಿಕೃತ ಸದಸ್ಯ ಪೊಲೀಸ್
  നാഗരിക് നാഗ്രിക് മോഡറേറ്റർ അഡ്മിൻ എഡിറ്റർ പത്രാധിപർ ഹെൽപ്പ്ലൈൻ ഹെൽപ്‌ലൈൻ സഹായം ടീം ഔദ്യോഗികം ഔദ്യോഗിക അംഗം പോലീസ്
  ناگرک ناگرِک ماڈریٹر موڈریٹر ایڈمن مدیر ایڈیٹر ہیلپ ہیلپلائن ٹیم آفیشل سرکاری پولیس`;

const nukta = /[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/gu;
const joiners = /[\u200c\u200d]/g;
// Vowels of Devanagari that look the same when put together of two signs (The Unicode Standard, table 12-1).
const puzzled: Record<string, string> = {
  'ाॅ': 'ॉ',
  'ाे': 'ो',
  'ाै': 'ौ',
  अा: 'आ',
  अॉ: 'ऑ',
  आॅ: 'ऑ',
  अो: 'ओ',
  आे: 'ओ',
  अौ: 'औ',
  आै: 'औ',
  एे: 'ऐ',
  एॅ: 'ऍ',
};
const pieces = new RegExp(Object.keys(puzzled).join('|'), 'g');
const plainOf = (text: string) =>
  normaliseUnicode(
    normaliseUnicode(latinSkeleton(text), 'NFD')
      .replace(nukta, '')
      .replace(pieces, (pair) => puzzled[pair]!),
    'NFC',
  );

const helplineNumbers = new Set(helplineList.map(({ number }) => number));
const reservedWords = new Set(reserved.trim().split(/\s+/).map(plainOf));
/** Where 'l', 'I' and '1' are one: 'Admln'. Of short words that would make other names, as of 'call'. */
const upright = (word: string) => (word.length < 5 ? word : word.replace(/[l1]/g, 'i'));
const uprightWords = new Set(Array.from(reservedWords, upright));
// What is no part of any name: found inside a longer word as well, as in 'HelplineIndia'.
const telling = [...reservedWords].filter((word) => word.length > (/^[a-z]/.test(word) ? 6 : 7));

const indianScripts =
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Arabic Ol_Chiki Meetei_Mayek'.split(
    ' ',
  );
const scripts = [
  ...indianScripts,
  'Latin',
  'Greek',
  'Cyrillic',
  'Armenian',
  'Hebrew',
  'Georgian',
  'Cherokee',
  'Tibetan',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
const scriptOf = (letter: string) => scripts.findIndex((script) => script.test(letter));
const joinable = new RegExp(`[${indianScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

const unusual = /[^\p{L}\p{M}\p{Nd} .॰۔,،'’‘`()&_‐-]/u;
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/u;

const address =
  /[@/]|www\.|[\p{L}\p{N}_-]{2}\.(?:com|in|org|net|co|gov|nic|info|io|me|xyz|top|online|site|app|link|shop|store|club|live|biz|dev|ai|bank|news|website|page|click|vip|icu|us|uk|example|test|भारत)(?![\p{L}\p{M}])|\bt\.me\b|\bdot\s*(?:com|co|in|org|net)\b|\s\.\s*(?:com|in|org|net)\b/iu;

/**
 * Why nobody may have this name, whole as others see it; null where they may. An empty name is none.
 * @param siteName the site's own name (setting ORGANIZATION_NAME)
 */
export function nameProblem(name: string, siteName: string): NameProblem | null {
  if (name.trim() === '') return null;
  if (markPile.test(name)) return 'signs';
  const shown = normaliseUnicode(name, 'NFC').replace(/\s+/g, ' ').trim();
  if (/(?<![\p{L}\p{M}\u200c\u200d])\p{M}/u.test(shown)) return 'signs';
  const bare = withoutJoiners(shown);
  if (bare === null || unseen.test(bare)) return 'signs';
  const plain = plainOf(bare);
  if (address.test(bare) || address.test(plain) || (plain.match(/\p{Nd}/gu)?.length ?? 0) >= 6) return 'contact';
  if (claims(bare, plain, siteName)) return 'reserved';
  if (numbersIn(plain).some((number) => helplineNumbers.has(number))) return 'contact';
  if (unusual.test(bare) || !/\p{L}/u.test(bare)) return 'signs';
  return (bare.match(/[\p{L}\p{M}]+/gu) ?? []).some(isMixed) ? 'scripts' : null;
}

/** Runs of digits as they stand, without what parts them, and with the letters that look like one. */
function numbersIn(plain: string): string[] {
  const digits = plain.replace(/\p{Nd}/gu, (digit) => asciiDigit(digit) ?? '');
  const joined = digits.replace(/(?<=\d)[\s.\-_()’']+(?=\d)/g, '');
  const lettered = digits.replace(/[\dilo]*\d[\dilo]*/g, (run) => run.replace(/[il]/g, '1').replaceAll('o', '0'));
  return [digits, joined, lettered].flatMap((text) => text.match(/\d+/g) ?? []);
}

/** @returns null where a joiner stands behind anything but a letter of a script that needs it */
function withoutJoiners(name: string): string | null {
  for (const { index } of name.matchAll(joiners)) if (!joinable.test(name[index - 1] ?? '')) return null;
  return name.replace(joiners, '');
}

const isMixed = (word: string) =>
  new Set([...word].filter((sign) => !/\p{Script=Inherited}|\p{Script=Common}/u.test(sign)).map(scriptOf)).size > 1;

const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function claims(name: string, plain: string, siteName: string): boolean {
  const words = wordsOf(name, plain);
  // A surname, too: 'Cyrus Writer'.
  const bare = plain.replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ').trim();
  if (/^(?:(?:the|our|chief|senior|junior|staff|lead|content) )*(?:writers?|लेखक|लेखिका)(?: |$)/u.test(bare)) return true;
  return [productName, siteName].some((own) => isSite(words, plain, own)) || words.some(isReserved);
}

/** Words with and without what cuts them, spaced-out letters joined, two that stand side by side as one. */
function wordsOf(name: string, plain: string): string[] {
  const chunks = plain.split(' ').map((chunk) => chunk.replace(/[^\p{L}\p{M}\p{Nd}]/gu, ''));
  const parts = plain.split(/[^\p{L}\p{M}\p{Nd}]+/u);
  const camel = name.split(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{M}\p{Nd}]+/u).map(plainOf);
  const pairs = parts
    .slice(1)
    .map((part, at) => `${parts[at]}${part}`)
    .filter((pair) => pair.length > 4);
  const spaced =
    plain.match(
      /(?<![\p{L}\p{M}])(?:\p{L}\p{M}*){1,2}(?:[^\p{L}\p{M}\p{N}]+(?:\p{L}\p{M}*){1,2}){2,}(?![\p{L}\p{M}])/gu,
    ) ?? [];
  const all = [...chunks, ...parts, ...camel, ...pairs, ...spaced.map((run) => run.replace(/[^\p{L}\p{M}]/gu, ''))];
  return [
    ...new Set(
      all.flatMap((word) => [
        word,
        word.replace(/\p{Nd}/gu, ''),
        word.replace(/[013457]/g, (digit) => leet[digit]!),
        word.replace(/[01]/g, (digit) => (digit === '1' ? 'l' : 'o')),
      ]),
    ),
  ].filter((word) => word !== '');
}

const isReserved = (word: string) =>
  reservedWords.has(word) || uprightWords.has(upright(word)) || telling.some((part) => word.includes(part));

function isSite(words: string[], plain: string, siteName: string): boolean {
  const own = plainOf(siteName.trim());
  const joined = own.replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');
  if (joined === '') return false;
  if (` ${plain} `.includes(` ${own} `) || words.includes(joined)) return true;
  if (joined.length < 5) return false;
  return words.some(
    (word) =>
      upright(word).includes(upright(joined)) ||
      (/^[a-z]+$/.test(joined) && spellingCost(joined, word, 1.5 * joined.length) < Infinity),
  );
}

const cachedLooks = boundedMap<string, string>(20_000);

/** What two names have in common that look like one: letters and digits only, in their plainest form. */
export function lookOf(name: string): string {
  const known = cachedLooks.get(name);
  if (known !== undefined) return known;
  const look = plainOf(normaliseUnicode(name, 'NFC').replace(joiners, ''))
    .replace(/[^\p{L}\p{M}\p{Nd}]/gu, '')
    .replace(/[l1]/g, 'i')
    .replaceAll('0', 'o');
  cachedLooks.set(name, look);
  return look;
}

const judged = boundedMap<string, boolean>(20_000);

/** For names that were stored before, or by an import: whether they can be shown. */
export function isShowable(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const answer = nameProblem(name, productName) === null;
  judged.set(name, answer);
  return answer;
}
