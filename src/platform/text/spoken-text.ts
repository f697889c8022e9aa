// What a voice says in place of a written text: amounts, ranges and dates as people of the language say them. Voices
// read '₹1,20,000' as three numbers, and '2–5' as a subtraction or not at all.

type Speech = { rupees(amount: string): string; range(from: string, to: string): string; lakh: string; crore: string };

const speeches: Partial<Record<string, Speech>> = {
  en: {
    rupees: (amount) => `${amount === '1' ? 'rupee' : 'rupees'} ${amount}`,
    range: (from, to) => `${from} to ${to}`,
    lakh: 'lakh',
    crore: 'crore',
  },
  hi: {
    rupees: (amount) => `${amount} ${amount === '1' ? 'रुपया' : 'रुपये'}`,
    range: (from, to) => `${from} से ${to}`,
    lakh: 'लाख',
    crore: 'करोड़',
  },
  ta: {
    rupees: (amount) => `${amount} ரூபாய்`,
    range: (from, to) => `${from} முதல் ${to}`,
    lakh: 'லட்சம்',
    crore: 'கோடி',
  },
};

const number = String.raw`\d+(?:,\d+)*(?:\.\d+)?`;
const sign = String.raw`(?:₹|\bRs\b\.?|रु\.?|रू\.?|ரூ\.)\s*`;
const scale = String.raw`(?:\s(?:thousand|lakh|crore|हज़ार|हजार|लाख|करोड़|ஆயிரம்|லட்சம்|கோடி)(?![\p{L}\p{M}])){1,2}`;
const money = new RegExp(`${sign}(${number})(?:\\s?[–—-]\\s?(?:${sign})?(${number}))?(?:/-)?(${scale})?`, 'gu');
const large = /\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?/g;
// Of helplines and mobile numbers: digit by digit.
const dialled = /(?:\+91[ -]?)?\b(?:1[89]00[ -]?\d{2,3}[ -]?\d{3,4}|[6-9]\d{4} ?\d{5})\b/g;

/** '1,20,000' as '1 lakh 20,000'; what is smaller stays. */
function inLakhs(written: string, { lakh, crore }: Speech): string {
  const [whole = '', decimals] = written.replaceAll(',', '').split('.');
  const value = Number(whole);
  // With paise as it is written.
  if (value < 100_000 || Number(decimals ?? 0) > 0) return written;
  const grouped = (part: number) => String(part).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');
  const parts: [number, string][] = [
    [Math.floor(value / 1e7), ` ${crore}`],
    [Math.floor((value % 1e7) / 1e5), ` ${lakh}`],
    [value % 1e5, ''],
  ];
  return parts.flatMap(([part, name]) => (part > 0 ? [grouped(part) + name] : [])).join(' ');
}

function spokenDate(written: string, language: string, [year, month, day]: [number, number, number]): string {
  if (month < 1 || month > 12 || day < 1 || day > 31) return written;
  const name = new Intl.DateTimeFormat(`${language}-IN`, { month: 'long', timeZone: 'UTC' });
  return `${day} ${name.format(Date.UTC(2000, month - 1))} ${year}`;
}

const shortMonths = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** @param language of the text; one without rules of its own keeps numbers as they are written */
export function spokenText(text: string, language: string): string {
  const plain = text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const speech = speeches[language];
  if (!speech) return plain;
  return plain
    .replace(dialled, (digits) => digits.replace(/\D/g, '').split('').join(' '))
    .replace(/\b(\d{4})-(\d{2})-(\d{2})\b/g, (all, year, month, day) =>
      spokenDate(all as string, language, [Number(year), Number(month), Number(day)]),
    )
    .replace(/\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\b/g, (all, day, month, year) =>
      spokenDate(all as string, language, [Number(year), Number(month), Number(day)]),
    )
    .replace(
      /\b(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)t?\b\.?,? (\d{4})\b/g,
      (all, day, month, year) =>
        spokenDate(all as string, language, [
          Number(year),
          shortMonths.indexOf((month as string).toLowerCase()) + 1,
          Number(day),
        ]),
    )
    .replace(money, (_, from: string, to?: string, of = '') => {
      const amounts = [from, to].flatMap((one) => (one ? [inLakhs(one, speech)] : []));
      const amount = amounts.length > 1 ? speech.range(amounts[0]!, amounts[1]!) : amounts[0]!;
      return speech.rupees(amount + of);
    })
    .replace(large, (written) => inLakhs(written, speech))
    .replace(/(\d%?)\s?[–—]\s?(?=\d)/g, (_, from: string) => speech.range(from, ''))
    .replace(
      /(^|[^\d-])(\d{1,3})-(\d{1,3})(?![\d-])/g,
      (_, before: string, from: string, to: string) => before + speech.range(from, to),
    );
}

export type Sentence = { start: number; end: number };

// After these a full stop ends no sentence.
const abbreviated = /(?:^|\s)(?:Rs|No|Nos|Dr|Mr|Mrs|Ms|Smt|Sh|St|vs|e\.g|i\.e|रु|रू|डॉ|ரூ)\.\s*$/;

/** Where each sentence of a text begins and ends; the whole text in a browser that cannot tell. */
export function sentencesOf(text: string, language: string): Sentence[] {
  const found: Sentence[] = [];
  const segments = Intl.Segmenter
    ? [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)]
    : [{ segment: text, index: 0 }];
  let isOpen = false;
  for (const { segment, index } of segments) {
    const end = index + segment.length;
    const last = found.at(-1);
    if (isOpen && last) last.end = end;
    else if (/[\p{L}\p{N}]/u.test(segment)) found.push({ start: index, end });
    isOpen = abbreviated.test(segment);
  }
  return found;
}
