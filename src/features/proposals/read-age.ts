import type { Condition } from '../schemes/rules.ts';
import { doubtOf, hasOpenAlternative, speaksOfOneCase } from './doubts.ts';
import { numberOfWords } from './amounts.ts';
import { firm, left, type Reader } from './reading.ts';
import { headOf } from './subjects.ts';

export type AgeRange = { low?: number; high?: number };

const n = String.raw`(\d{1,3})\s*(?:\([a-z\s-]{3,20}\)\s*)?(?:years?|yrs\.?)?(?:\s*of\s*age)?(?:\s*old)?`;
const between = new RegExp(
  String.raw`\b(?:(?:in\s+)?between|from|of|aged?|group(?:\s+of)?|is|be|:|-)?\s*(?:the\s+)?(?:ages?\s+of\s+)?${n}\s*(?:\band\b|\bto\b|-|–|—|&)\s*${n}`,
  'i',
);
const overAndUnder = new RegExp(
  String.raw`\b(?:over|above|more than|at least|minimum|not (?:be )?less than|completed|attained)\b[^\d.;]{0,25}${n}[^\d.;]{0,30}\b(?:below|under|within|less than|not (?:be )?(?:more|exceed\w*|above|older)(?: than)?|up ?to|maximum|should not exceed|not exceeding|n?or more than)\b[^\d.;]{0,25}${n}`,
  'i',
);
const atLeast: RegExp[] = [
  new RegExp(
    String.raw`\b(?:at ?least|minimum(?: age)?|not (?:be )?(?:less|below|younger|under)(?: than)?|completed|attained|reached|crossed|above|over|more than|older than|≥|>=|>)(?![a-z])[^\d.;]{0,40}?\b${n}`,
    'i',
  ),
  new RegExp(String.raw`\b${n}\s*(?:\)?\s*)(?:or|and|&)\s*(?:above|older|more|over)\b`, 'i'),
  // Nobody means the one year.
  new RegExp(String.raw`\b(?:should|must|shall) be (?=(?:18|21|60)\b)${n}`, 'i'),
];
const atMost: [RegExp, number][] = [
  [new RegExp(String.raw`\bnot (?:have )?(?:completed|attained|crossed|reached)\b[^\d.;]{0,30}?\b${n}`, 'i'), 1],
  [
    new RegExp(
      String.raw`\b(?:not (?:be )?(?:more|exceed\w*|above|older|over|greater)(?: than)?|exceed\w*|maximum(?: age)?|at most|up ?to|upper age limit|≤|<=)(?![a-z])[^\d.;]{0,40}?\b${n}`,
      'i',
    ),
    0,
  ] as [RegExp, number],
  [new RegExp(String.raw`\b${n}\s*(?:or|and|&)\s*(?:below|under|less|younger)\b`, 'i'), 0],
  [
    new RegExp(
      String.raw`(?<!lower |minimum )\bage limit\b[^\d.;]{0,40}?\b(?:is|be)\s+(?!(?:18|21|60)\b)${n}\W*$`,
      'i',
    ),
    0,
  ],
  [new RegExp(String.raw`\b(?:below|under|less than|younger than)\b[^\d.;]{0,30}?\b${n}`, 'i'), 1],
];

const hasNegation = /\b(?:not|nor)\b/i;

/** Age range of a sentence; null where it has none, or more than one reading. */
function ageRangeOf(text: string): AgeRange | null {
  const plain = wordsAsDigits(
    text
      .replace(/\b(?:during|in|for|within) (?:the )?(?:preceding|last|previous|past) \d+ (?:months?|years?)/gi, ' ')
      .replace(/\((?![^)]*\bcompleted\b)[^)]*\)/g, ' ')
      .replace(/\bbetween \d+ months? (?:and|to) (?=\d+ years?)/i, 'up to '),
  ).replace(/\s+/g, ' ');
  if (
    /\bmonths?\b|\bdays?\b/i.test(
      plain
        .replace(/\b(?:1st|first) day\b/gi, '')
        .replace(/\b\d+\s*(?:months?|days?)\b\s*(?:before|from|after|prior)/gi, ''),
    )
  )
    return null;
  const both = overAndUnder.exec(plain);
  if (both) return range(Number(both[1]), upper(both, 2));
  const pair = between.exec(plain);
  if (pair) return countNumbers(plain.replace(pair[0], '')) > 0 ? null : range(Number(pair[1]), Number(pair[2]));
  for (const [pattern, less] of atMost.slice(0, 4)) {
    const match = pattern.exec(plain);
    if (match) return countNumbers(plain.replace(match[0], '')) > 0 ? null : range(undefined, Number(match[1]) - less);
  }
  for (const pattern of atLeast) {
    const match = pattern.exec(plain);
    if (match)
      return countNumbers(plain.replace(match[0], '')) > 0 ||
        (hasNegation.test(plain) && !/not (?:be )?(?:less|below|younger|under)/i.test(plain))
        ? null
        : range(Number(match[1]), undefined);
  }
  const [under, less] = atMost[4]!;
  const match = under.exec(plain);
  if (match)
    return countNumbers(plain.replace(match[0], '')) > 0 || hasNegation.test(plain)
      ? null
      : range(undefined, Number(match[1]) - less);
  return null;
}

const upper = (match: RegExpExecArray, at: number) =>
  /\b(?:below|under|less than)\b/i.test(match[0].slice(match[0].search(/\d/))) &&
  !/not (?:be )?(?:below|under|less)/i.test(match[0])
    ? Number(match[at]) - 1
    : Number(match[at]);

const range = (low?: number, high?: number): AgeRange | null => {
  if ((low ?? 0) > 110 || (high ?? 0) > 110 || (low !== undefined && high !== undefined && low > high)) return null;
  return { ...(low === undefined ? {} : { low }), ...(high === undefined ? {} : { high }) };
};

/** Candidate ages: no calendar years, days of a month or ordinals. */
const countNumbers = (text: string) =>
  [
    ...text
      .replace(
        /\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2} (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\w*|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d(?:\s*-\s*\d{2,4})?\b|₹\s*[\d,]+/gi,
        '',
      )
      .matchAll(/\b\d{1,3}\b/g),
  ].length;

const wordsAsDigits = (text: string) =>
  text.replace(
    /\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?\b|\b(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)\b/gi,
    (words) => String(numberOfWords(words) ?? words),
  );

const isAboutAge =
  /\b(?:age[ds]?|years? old|years? of age|older|younger|adults?)\b|\bbetween\s+(?:the\s+)?\d{1,2}\s*(?:years?)?\s*(?:and|to|-|–)\s*\d{1,2}\s*years?\b|\b(?:be|is)\s+(?:above|over|at least|below|under|not less than)\s+\d{1,2}\s*years?\b|\bcompleted\s+\d{1,2}\s+years\b/i;
const ofSomethingElse =
  /\b(?:experience|service|resid\w*|domicil\w*|membership|register(?:ed|ation)|lease|course|degree|old age|retire\w*|practice|standing|marriage|married|wedding|bride|groom|spouse|husband|loan|maturity|policy|death|deceased|delivery|vehicle|animals?|goats?|cows?|contribut\w*|training|diploma|existence|operation|plantation|birth certificate|age proof|proof of age|certificate)\b/i;

// A day that has passed; whoever is too old today is so at a coming deadline.
const onDay =
  /\bas (?:on|of|at)\b(?! (?:the )?(?:(?:last|closing) date|(?:(?:date|day|time) of )?(?:the )?(?:appl|submi)))|\bon (?:the )?(?:1st|first|\d)/i;

export const readAge: Reader = (clause, context) => {
  const { text } = clause;
  if (!isAboutAge.test(text) || clause.field === 'exclusions') return [];
  if (
    /\b(?:relax\w*|age (?:limit|bar|restriction)\w* (?:is|shall|will|does|would|are)? ?(?:not|no)|no (?:upper |minimum |maximum )?age|(?:any|all) age|irrespective of (?:their )?age)\b/i.test(
      text,
    )
  )
    return [left('age', clause, 'It relaxes the age, or says that there is none.', true)];
  if (!/\d/.test(wordsAsDigits(text))) return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant')
    return subject === 'institution' || subject === 'thing'
      ? []
      : [left('age', clause, 'It is the age of somebody else than the applicant.')];
  if (
    ofSomethingElse.test(
      text
        .replace(/\b(?:start|commencement|beginning) of (?:the )?(?:course|training)\b/i, '')
        .replace(/\d years? (?:of age|old)\b.*/i, (words) =>
          words.replace(/\b(?:resident|domicile|registered)\b/gi, ''),
        ),
    ) &&
    !/\b(?:applicant|candidate|beneficiary|student|worker)(?:['’]s|s['’])? age\b|\bage of (?:the )?(?:applicant|candidate|beneficiary|student)\b/i.test(
      text,
    )
  )
    return [left('age', clause, 'The years may be of something else than the age.', true)];
  const doubt = doubtOf(clause);
  if (doubt) return [left('age', clause, doubt.why, doubt.isLoosening)];
  if (speaksOfOneCase(text.replace(/\([^)]*\)/g, '')))
    return [left('age', clause, 'It holds for one case only.', true)];
  if (context.isForRelatives && !/\b(?:student|child|girl|boy|applicant|candidate)/i.test(text))
    return [left('age', clause, 'The worker and the family member may be two people.', true)];
  if (
    hasOpenAlternative(
      text,
      /^\W*(?:above|more|over|older|below|less|under|younger|up|his|her|she|woman|man|girl|boy|female|male|resid\w*|\d|on |as )/i,
      /\d|\bages?\b/i,
    )
  )
    return [left('age', clause, 'It offers another way.', true)];
  if (context.isForMarriage && !/\bapplicant\b/i.test(text))
    return [left('age', clause, 'A parent may apply for the bride.', true)];
  if (
    /\b(?:child(?:ren)?|daughters?|sons?|infants?|minors?|bab(?:y|ies))\b/i.test(text) &&
    !/\bchild\w*\b/i.test(headOf(text)) &&
    !/\b(?:be|is)\s+an?\s+(?:[a-z]+\s+)?(?:girl\s+)?child\b|\bbetween\b/i.test(text)
  )
    return [left('age', clause, 'It may be the age of a child of the applicant.', true)];
  if (/\bminors?\b/i.test(text)) return [left('age', clause, 'It holds for minors only.', true)];
  const found = ageRangeOf(text);
  if (!found) return [left('age', clause, 'The years could not be read for certain.', true)];
  const { low, high } = found;
  if (high === undefined) return [firm('age', conditionOfAge(found), clause)];
  // Who joined in time, or was young enough on a day that has passed, is older now.
  if (/\b(?:enrol\w*|registration|joining|entry|admission|commencement)\b/i.test(text))
    return low === undefined
      ? [left('age', clause, 'The limit holds on the day of joining only.', true)]
      : [firm('age', conditionOfAge({ low }), clause)];
  return [firm('age', conditionOfAge({ ...found, high: onDay.test(text) ? high + 1 : high }), clause)];
};

export function conditionOfAge({ low, high }: AgeRange): Condition {
  if (low !== undefined && high !== undefined) return { fact: 'age', between: [low, high] };
  return low === undefined ? { fact: 'age', lte: high! } : { fact: 'age', gte: low };
}
