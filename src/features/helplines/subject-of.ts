import type { HelplineSubject } from './helplines.ts';

// By the names of tags and categories as editors gave them; a tag is more exact than a category.
const ofTag: Record<string, HelplineSubject> = {
  aadhaar: 'aadhaar',
  'bank-account': 'bank',
  children: 'child',
  'consumer-rights': 'consumer',
  'crop-insurance': 'farming',
  'cyber-fraud': 'fraud',
  'driving-licence': 'road',
  electricity: 'electricity',
  epf: 'provident-fund',
  farmers: 'farming',
  'health-insurance': 'insurance',
  'home-loans': 'loan',
  'income-tax': 'tax',
  'legal-aid': 'legal-aid',
  'life-insurance': 'insurance',
  loans: 'loan',
  lpg: 'gas',
  pan: 'tax',
  passport: 'passport',
  pension: 'pension',
  railways: 'rail',
  'ration-card': 'ration',
  refunds: 'shopping',
  'senior-citizens': 'elder',
  upi: 'bank',
  vehicles: 'road',
  'voter-id': 'voter',
};
const ofCategory: [RegExp, HelplineSubject][] = [
  [/^scams/i, 'fraud'],
  [/^women/i, 'women'],
  [/^health/i, 'health'],
  [/^insurance/i, 'insurance'],
  [/^agriculture/i, 'farming'],
  [/^tax/i, 'tax'],
  [/^finance/i, 'bank'],
  [/^e-?commerce/i, 'shopping'],
  [/^employment/i, 'labour'],
  [/^(?:govt )?job/i, 'jobs'],
  [/^rights/i, 'legal-aid'],
  [/^housing/i, 'rent'],
  [/^transport/i, 'road'],
  [/^travel/i, 'rail'],
];

type About = { categories: { name: string }[]; tags: { name: string }[] };

/** What a piece is about, for its helplines: the most exact first, each once; scams always name fraud first. */
export function helplineSubjectsOf({ categories, tags }: About): HelplineSubject[] {
  const byCategory = categories.flatMap(({ name }) =>
    ofCategory.flatMap(([pattern, subject]) => (pattern.test(name) ? [subject] : [])),
  );
  const byTag = tags.flatMap(({ name }) => (Object.hasOwn(ofTag, name) ? [ofTag[name]!] : []));
  return [...new Set([...byCategory.filter((subject) => subject === 'fraud'), ...byTag, ...byCategory])];
}

/**
 * The other way round: the tags of pieces about these subjects, and a pattern of their categories' names; null for
 * none.
 */
export function namesAbout(subjects: HelplineSubject[]): { tags: string[]; categories: string } | null {
  const tags = Object.entries(ofTag).flatMap(([name, subject]) => (subjects.includes(subject) ? [name] : []));
  const patterns = ofCategory.flatMap(([pattern, subject]) => (subjects.includes(subject) ? [pattern.source] : []));
  // Matches no name.
  return tags.length + patterns.length === 0 ? null : { tags, categories: patterns.join('|') || '(?!)' };
}
