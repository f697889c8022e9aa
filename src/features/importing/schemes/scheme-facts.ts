import { states } from '../../schemes/facts.ts';
import type { SchemeKind } from '../../schemes/kinds.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { normaliseUnicode } from '../../../platform/text/normalise-unicode.ts';

/** The source's category (file name or CSV column), in lower case, to ours. */
export const schemeCategories: Record<string, string[]> = {
  agriculture: ['agriculture'],
  'agriculture,rural & environment': ['agriculture'],
  banking: ['finance'],
  'banking,financial services and insurance': ['finance'],
  business: ['startup'],
  'business & entrepreneurship': ['startup'],
  education: ['social'],
  'education & learning': ['social'],
  health: ['health'],
  'health & wellness': ['health'],
  housing: ['housing'],
  'housing & shelter': ['housing'],
  law: ['rights'],
  'public safety,law & justice': ['rights'],
  science: ['startup'],
  'science, it & communications': ['startup'],
  skills: ['employment'],
  'skills & employment': ['employment'],
  socialwelfare: ['social'],
  'social welfare & empowerment': ['social'],
  sports: ['entertainment'],
  'sports & culture': ['entertainment'],
  transport: ['transport'],
  'transport & infrastructure': ['transport'],
  travel: ['travel'],
  'travel & tourism': ['travel'],
  utility: ['environment'],
  'utility & sanitation': ['environment'],
  womenchild: ['women'],
  'women and child': ['women'],
};

const kinds: [RegExp, SchemeKind][] = [
  [/\bpensions?\b|पेंशन/iu, 'pension'],
  [/scholarship|fellowship|stipend|छात्रवृत्ति/iu, 'study'],
  [/insurance|bima|बीमा/iu, 'health'],
];
const kindOfCategory: Record<string, SchemeKind> = {
  agriculture: 'farm',
  education: 'study',
  health: 'health',
  housing: 'house',
  business: 'work',
  skills: 'work',
};

/** What a scheme gives, from its name and then from the source's categories. */
export function kindOf(name: string, categories: readonly string[]): SchemeKind {
  const named = kinds.find(([pattern]) => pattern.test(name));
  if (named) return named[1];
  for (const category of categories) {
    const [first = ''] = category.trim().toLowerCase().split(/[ ,&]/);
    if (Object.hasOwn(kindOfCategory, first)) return kindOfCategory[first]!;
  }
  return 'other';
}

// Texts still name the two union territories that were merged in 2020.
const merged = 'Dadra and Nagar Haveli and Daman and Diu';
const statesInTexts = states.flatMap((name) =>
  name === merged ? ['Dadra and Nagar Haveli', 'Daman and Diu'] : [name],
);
const statePattern = new RegExp(
  `(?<!\\p{L})(?:${statesInTexts.map((name) => name.replace('and', '(?:and|&)')).join('|')})(?!\\p{L})`,
  'giu',
);
const plainState = new Map(statesInTexts.map((name) => [name.toLowerCase(), name]));

/** The only State in a text; null for none or several. */
export function stateOf(text: string): string | null {
  const found = new Set(
    [...text.matchAll(statePattern)].map((match) => plainState.get(match[0].toLowerCase().replace('&', 'and'))),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

export type Level = 'central' | 'state' | 'unknown';
export function levelOf(raw: unknown): Level {
  const level = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
  if (level.startsWith('central')) return 'central';
  return level.startsWith('state') || level === 'ut' ? 'state' : 'unknown';
}

/** Normal form for comparing names. */
export const plainName = (name: string) =>
  normaliseUnicode(oneLine(name), 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

type Words = {
  get: string;
  who: string;
  whoNot: string;
  papers: string;
  tick: string;
  how: string;
  mode: Record<string, string>;
  runBy: string;
  central: string;
  state: string;
  governmentOf: (state: string) => string;
  apply: string;
  onlineAt: string;
  site: string;
  source: string;
};
export const words: Record<'en' | 'hi', Words> = {
  en: {
    get: 'What you get',
    who: 'Who can apply',
    whoNot: 'Who cannot',
    papers: 'Papers you need',
    tick: 'Tick what you have',
    how: 'How to apply',
    mode: {
      online: 'Online',
      offline: 'On paper, at an office',
      'online - via csc': 'Online, at a Common Service Centre',
    },
    runBy: 'Run by',
    central: 'The Government of India',
    state: 'A State or Union Territory',
    governmentOf: (state) => `The Government of ${state}`,
    apply: 'How to apply',
    onlineAt: 'Apply here',
    site: 'Official site',
    source:
      "This text comes from myScheme, the Government of India's list of schemes. Check there, or with the office named above, that nothing has changed before you apply:",
  },
  hi: {
    get: 'क्या मिलेगा',
    who: 'कौन आवेदन कर सकता है',
    whoNot: 'किसे नहीं मिलेगा',
    papers: 'कौन से कागज़ चाहिए',
    tick: 'जो आपके पास है, उस पर निशान लगाएँ',
    how: 'आवेदन कैसे करें',
    mode: { online: 'ऑनलाइन', offline: 'कागज़ पर, दफ़्तर में', 'online - via csc': 'ऑनलाइन, जन सेवा केंद्र पर' },
    runBy: 'कौन चलाता है',
    central: 'भारत सरकार',
    state: 'राज्य या केंद्र शासित प्रदेश',
    governmentOf: (state) => `${state} सरकार`,
    apply: 'आवेदन',
    onlineAt: 'यहाँ आवेदन करें',
    site: 'सरकारी साइट',
    source:
      'यह जानकारी भारत सरकार की योजनाओं की सूची myScheme से ली गई है। आवेदन से पहले वहाँ या ऊपर बताए दफ़्तर में देख लें कि कुछ बदला तो नहीं है:',
  },
};
