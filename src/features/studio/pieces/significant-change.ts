import { isDeepStrictEqual } from 'node:util';
import type { StudioFields } from '../../../database/schema.ts';
import { normaliseUnicode } from '../../../platform/text/normalise-unicode.ts';
import { withPlainDigits } from '../../schemes/figures.ts';

type Text = { fields: StudioFields; body: string };

const months =
  'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर अक्तूबर नवंबर नवम्बर दिसंबर दिसम्बर ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்';
const amounts =
  'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand lakh lakhs crore crores half quarter double free percent एक दो तीन चार पाँच पांच छह सात आठ नौ दस बारह पंद्रह बीस तीस चालीस पचास साठ सौ हज़ार हजार लाख करोड़ मुफ़्त मुफ्त निःशुल्क नि:शुल्क प्रतिशत ஒன்று இரண்டு மூன்று நான்கு ஐந்து ஆறு ஏழு எட்டு ஒன்பது பத்து நூறு ஆயிரம் லட்சம் கோடி இலவசம்';
const days = 'monday tuesday wednesday thursday friday saturday sunday सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार';
/** Not 'first', which is also said of order: a text that goes from the first to the second gains a word of these. */
const ordinals = 'second third fourth fifth sixth';
const words = new Set(normaliseUnicode(`${months} ${amounts} ${days} ${ordinals}`, 'NFC').split(/\s+/));

/** Units count only after a number, whatever their ending: '3 months' is not '3 years', and 'every year' is no fact. */
const unitForms = [
  'minute minutes मिनट நிமிடம் நிமிடங்கள்',
  'hour hours hr hrs घंटा घंटे घंटों घण्टे மணி மணிநேரம்',
  'day days दिन दिनों நாள் நாட்கள் நாட்களில் நாட்களுக்குள்',
  'week weeks हफ़्ता हफ़्ते हफ़्तों हफ्ता हफ्ते हफ्तों सप्ताह வாரம் வாரங்கள்',
  'month months महीना महीने महीनों माह மாதம் மாதங்கள்',
  'year years yr yrs साल सालों वर्ष वर्षों ஆண்டு ஆண்டுகள் வருடம் வருடங்கள்',
  'hectare hectares हेक्टेयर ஹெக்டேர்',
  'acre acres एकड़ ஏக்கர்',
  'gram grams ग्राम கிராம்',
  'kg kgs kilo kilos kilogram kilograms किलो किलोग्राम கிலோ',
  'litre litres liter liters लीटर லிட்டர்',
  'paisa paise पैसे पैसा பைசா',
];
const units = new Map(
  unitForms.flatMap((forms, at) =>
    normaliseUnicode(forms, 'NFC')
      .split(' ')
      .map((form) => [form, `unit ${at}`] as const),
  ),
);

const token = /\d[\d.,:/-]*%?|[\p{L}\p{M}:]+/gu;
const isNumber = /^\d/;
/** What readers see of markdown: without the addresses of links and pictures. */
const readable = (markdown: string) =>
  markdown
    .split('\n')
    .map((line) => {
      // Behind the last ')' no address ends: searching it from each '](' would be quadratic.
      const end = line.lastIndexOf(')') + 1;
      return line.slice(0, end).replace(/\]\([^)]*\)/g, ']') + line.slice(end);
    })
    .join('\n')
    .replace(/<?https?:\/\/\S+/g, '');

function withoutEnd(number: string): string {
  let end = number.length;
  while ('.,:/-'.includes(number[end - 1]!)) end -= 1;
  return number.slice(0, end);
}

const isAmount = (each: string | undefined) => each !== undefined && (isNumber.test(each) || words.has(each));

/** Numbers, dates and amounts of a text, in their order. */
export function factsOf(text: string): string[] {
  const found = withPlainDigits(readable(text)).toLowerCase().match(token) ?? [];
  return found.flatMap((each, at) => {
    if (isNumber.test(each)) return [withoutEnd(each).replaceAll(',', '')];
    const unit = isAmount(found[at - 1]) ? units.get(each) : undefined;
    if (unit !== undefined) return [unit];
    return words.has(each) && each !== 'may' ? [each] : [];
  });
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'follows' ? [] : texts(one)));
};

/** Fields that say nothing to readers, or only order pieces. */
const silent = new Set([
  'id',
  'status',
  'sample',
  'updatedAt',
  'publishedAt',
  'author',
  'categories',
  'tags',
  'thumbnail',
  'poster',
  'lang',
  'translationOf',
  'oldPaths',
  'searchWords',
  'follows',
  'corrections',
  'scenes',
  'position',
  'pattern',
  'sources',
  'lastCheckedAt',
]);
/** What readers see of each field, by its name. */
export const wordsShownIn = (fields: StudioFields): [string, string[]][] =>
  Object.entries(fields)
    .filter(([name]) => !silent.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, texts(value)]);

const shown = ({ fields, body }: Text) => [...wordsShownIn(fields).flatMap(([, words]) => words), body];

const rulesOf = ({ fields }: Text) => {
  const scheme = (fields.scheme ?? {}) as StudioFields;
  return [
    scheme.rules ?? null,
    scheme.fee ?? null,
    scheme.level ?? null,
    fields.rules ?? null,
    fields.coverFigure ?? null,
  ];
};

/** Whether a number, a date, a fee or a rule differs: readers are told of that, and not of a typo. */
export function isSignificant(before: Text, after: Text): boolean {
  if (!isDeepStrictEqual(rulesOf(before), rulesOf(after))) return true;
  return !isDeepStrictEqual(shown(before).flatMap(factsOf), shown(after).flatMap(factsOf));
}
