import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { firm, left, type Reader } from './reading.ts';

const board =
  /\b(?:building|construction)\b[^.;]{0,60}\b(?:welfare )?board\b|\bregistered (?:women |woman |building |male |female )*(?:and other )?construction workers?\b|\b[a-z]{1,6}bocw(?:wb|w)?\b/i;
const isRegistered = /\b(?:registered|registration|enrolled|members?(?:hip)?|labour card)\b/i;

/** A registered building worker, or for family benefits a relative of one. */
export const readConstructionWorker: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !board.test(text) || !isRegistered.test(text)) return [];
  if (
    !/\b(?:should|must|shall|is|are|be)\b[^.;]{0,60}\b(?:registered|enrolled|members?)\b|\bonly\b[^.;]{0,40}\bregistered\b/i.test(
      text,
    )
  )
    return [];
  const subject = context.subjectOf(clause);
  if (subject === 'institution' || subject === 'thing') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('worker', clause, doubt.why, doubt.isLoosening)];
  if (/\b(?:deceased|dies|died|not be|never)\b/i.test(text))
    return [left('worker', clause, 'The worker may have died, or it is said with a negation.')];
  const isFamily =
    context.isForRelatives ||
    subject !== 'applicant' ||
    /\b(?:parents?|father|mother|guardian|husband|wife|spouse|child(?:ren)?|daughters?|sons?|family|dependa?e?nts?)\b/i.test(
      text,
    );
  return [
    firm(
      'worker',
      { fact: 'constructionWorkers', ...(isFamily ? { in: ['me', 'family_member'] } : { eq: 'me' }) },
      clause,
    ),
  ];
};

export const readMinority: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !/\bminorit(?:y|ies)\b/i.test(text)) return [];
  if (
    !/\b(?:belong(?:s|ing)? to|be from|is from|be an?|member of)\s+(?:an?\s+|the\s+|any\s+(?:of the\s+)?|one of the\s+)?(?:six\s+|state\s+|recogni[sz]ed\s+|notified\s+|religious\s+|national\s+)*minorit(?:y|ies)\b/i.test(
      text,
    )
  )
    return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant' && subject !== 'family') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('minority', clause, doubt.why, doubt.isLoosening)];
  const rest = text.replace(
    /\b(?:or\s+)?(?:muslims?|christians?|sikhs?|buddhists?|jains?|parsis?|zoroastrians?|parsees?)\b/gi,
    '',
  );
  if (
    /\b(?:linguistic|scheduled|sc|st|obc|bpl|women|weaker|backward|disab\w*|not)\b/i.test(rest) ||
    hasOpenAlternative(rest, /^\W*(?:resid|native|above|more|\)|girl|boy|his|her|categor|communit|zoro)/i, /minorit/i)
  )
    return [left('minority', clause, 'Others may apply too.', true)];
  return [firm('minority', { fact: 'isMinority', eq: true }, clause)];
};

/** 'Unmarried' excludes only the married: a widow or divorced woman may count as unmarried. */
export const readMaritalStatus: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  const match = /\b(?:be|is)\s+(?:an?\s+)?(?:[a-z]+\s+){0,1}?(unmarried|married)\b(?!\s+to\b)/i.exec(text);
  if (!match) return [];
  if (context.subjectOf(clause) !== 'applicant' || context.isForMarriage) return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('marriage', clause, doubt.why, doubt.isLoosening)];
  if (
    context.isForRelatives ||
    /\b(?:widow\w*|divorc\w*|desert\w*|single|abandon\w*|couple|bride|daughter|son|child|sister|brother|not|re-?married|or)\b/i.test(
      text,
    )
  )
    return [left('marriage', clause, 'Others may apply too, or it is of somebody else.', true)];
  return [
    firm(
      'marriage',
      { not: { fact: 'maritalStatus', eq: match[1]!.toLowerCase() === 'married' ? 'never_married' : 'married' } },
      clause,
    ),
  ];
};

const levels = ['none', 'class_5', 'class_8', 'class_10', 'class_12', 'diploma', 'graduate', 'postgraduate'];
const steps: [RegExp, string][] = [
  [/(?:class|std\.?|standard|grade)?\s*(?:5th|v|fifth)\b(?:\s*(?:class|std|standard|grade|pass))?/i, 'class_5'],
  [/(?:class|std\.?|standard|grade)?\s*(?:8th|viii|eighth)\b(?:\s*(?:class|std|standard|grade|pass))?/i, 'class_8'],
  [/(?:class|std\.?|standard|grade)?\s*(?:10th|tenth)\b|\b(?:sslc|ssc|matric\w*)\b/i, 'class_10'],
  [
    /(?:class|std\.?|standard|grade)?\s*(?:12th|twelfth|10\s?\+\s?2)\b|\b(?:hsc|higher secondary|intermediate|plus two)\b/i,
    'class_12',
  ],
  [/\bdiploma\b/i, 'diploma'],
  [
    /(?<!under[- ]?|post[- ]?)\bgraduat(?:e|ion|ed)\b|\bbachelor|(?<!post[- ]?graduate |master['’]?s )\bdegree\b/i,
    'graduate',
  ],
  [/\bpost[- ]?graduat(?:e|ion)\b|\bmaster['’]?s\b/i, 'postgraduate'],
];

/** 'Should have passed class 10' and further stages; the lowest of several counts. */
export const readEducation: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  if (
    !/\b(?:should|must|shall)\s+(?:have\s+(?:at least\s+|successfully\s+)?(?:passed|completed|cleared)|be\s+(?:an?\s+)?(?:at least\s+|minimum\s+)?(?:\S+\s+pass|graduate\b)|(?:hold|possess)\s+(?:an?\s+)?(?:[a-z'’]+\s+){0,2}(?:degree|diploma))|\bminimum (?:educational )?qualification\b|\beducational qualification\b[^.;]{0,20}\b(?:should|must|is)\b/i.test(
      text,
    )
  )
    return [];
  const lowest = steps.find(([words]) => words.test(text))?.[1];
  if (!lowest || context.subjectOf(clause) !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('education', clause, doubt.why, doubt.isLoosening)];
  if (
    context.isForRelatives ||
    /\b(?:fail\w*|appear\w*|equivalent|up ?to|not|below|until|years? of age|studying|pursuing|rank|top|iti|trade|courses?|seeking|pursue)\b/i.test(
      text.replace(/\bor (?:its )?equivalent(?: examination)?\b/i, ''),
    ) ||
    hasOpenAlternative(
      text,
      /^\W*(?:equivalent|its equivalent|higher|above|more|sslc|ssc|hsc|matric|sslc|10|12|class|inter|its)/i,
      /\d|pass|class/i,
    )
  )
    return [left('education', clause, 'It may be another examination, or of somebody else.')];
  return [firm('education', { fact: 'education', in: levels.slice(levels.indexOf(lowest)) }, clause)];
};

/** 'Not receiving any other scholarship': one benefit per person. */
export const readOtherBenefit: Reader = (clause, context) => {
  const { text } = clause;
  const kind = /\b(scholarship|stipend|pension)\b/i.exec(text)?.[1]?.toLowerCase();
  if (!kind) return [];
  const isRefused =
    /\b(?:not|never)\b[^.;]{0,30}\b(?:receiv\w*|avail\w*|get\w*|in receipt|hold\w*|drawing|benefi\w*)\b[^.;]{0,40}\b(?:any (?:other )?|other |another )[a-z/ ]{0,30}\b(?:scholarship|stipend|pension)/i.test(
      text,
    ) ||
    (clause.field === 'exclusions' &&
      /\b(?:receiving|getting|availing|in receipt of)\b[^.;]{0,30}\b(?:any (?:other )?|other |another )[a-z/ ]{0,30}\b(?:scholarship|stipend|pension)\b/i.test(
        text,
      ));
  if (!isRefused) return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('benefits', clause, doubt.why, doubt.isLoosening)];
  // An existing benefit may often be given up for a better one, so only a plain 'must not receive' is firm.
  if (
    context.isForRelatives ||
    /\b(?:option|simultaneous\w*|same (?:course|time|purpose|study)|at the same|once|either|central|state government|this scheme|loan|previous\w*|earlier|family|parents?)\b/i.test(
      `${text}`,
    )
  )
    return [left('benefits', clause, 'It may be given up, or counts in some cases only.')];
  return [
    firm('benefits', { not: { fact: 'benefitsNow', eq: kind === 'pension' ? 'pension' : 'scholarship' } }, clause),
  ];
};
