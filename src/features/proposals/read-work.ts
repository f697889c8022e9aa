import type { Condition } from '../schemes/rules.ts';
import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { filler, firm, left, type Reader } from './reading.ts';
import { headOf } from './subjects.ts';

type Work = { words: RegExp; options(text: string): string[] };
const animals =
  /\b(?:fish\w*|aqua\w*|dairy|milk|poultry|livestock|animal\w*|cattle|goat\w*|sheep|pig\w*|bees?|bee-?keep\w*|honey|silk|seri\w*|calf|cows?|buffalo\w*|veterinary|duck\w*|shrimp|prawn)\b/i;
const works: Work[] = [
  {
    words: /\bfish(?:er)?[- ]?(?:men|man|women|woman|folk|ers?)\b/i,
    options: (text) =>
      /\b(?:vend(?:ing|ors?)|sell\w*|sales?|market\w*)\b/i.test(text)
        ? ['livestock_or_fish', 'street_vendor', 'business', 'unorganised_worker']
        : ['livestock_or_fish'],
  },
  {
    words:
      /\b(?:fish farmers?|livestock (?:farmers?|owners?)|dairy farmers?|cattle (?:owners?|rearers?)|poultry farmers?|animal (?:owners?|husband\w+)|shepherds?|pastoralists?)\b/i,
    options: () => [],
  },
  {
    words: /\b(?:farmers?|cultivators?|agriculturists?)\b/i,
    options: (text) =>
      animals.test(text) ? ['farmer', 'tenant_farmer', 'livestock_or_fish'] : ['farmer', 'tenant_farmer'],
  },
  {
    words:
      /\b(?:artisans?|handicrafts? (?:artisans?|persons?)|crafts?(?:men|man|persons?|people)|(?:handloom |khadi )?weavers?|potters?|traditional pottery|sculptors?)\b/i,
    options: () => ['artisan'],
  },
  { words: /\bstreet vendors?\b/i, options: () => ['street_vendor'] },
];
const others = String.raw`(?:youths?|individuals?|entrepreneurs?|fpos?|fpcs?|shgs?|self|co-?operat\w*|societ\w*|compan\w*|groups?|unemployed|women|organi\w+|institut\w+|landless|labou?rers?|workers?|owners?|persons?|hatcher\w+|stakeholders?|processors?|dependants?|widows?|sc|st|agenc\w+|ngos?|beneficiar\w+|students?|firms?|mills?|pacs|traders?|citizens?|tribals?|merchants?|produc\w+|landowners?|lessees?)\b`;
const working = String.raw`(?:farmers?|fisher\w*|artisans?|weavers?)`;
/** 'Farmers, societies and mills', 'youths or farmers': others in the list are eligible as well. */
const otherWork = new RegExp(
  [
    String.raw`(?:\/|,|\bor\b)\s*(?:[a-z-]+\s+){0,2}?(?:${others}|(?:members?|other|related|family|registered|public|government)\b)`,
    String.raw`\band\b\s*(?:an?\s+|the\s+)?(?:[a-z-]+\s+)?${others}`,
    String.raw`\b${others}\s*(?:\/|,|\bor\b|\band\b|&)\s*(?:an?\s+)?(?:[a-z]+\s+){0,2}${working}`,
  ].join('|'),
  'i',
);

export const readWork: Reader = (clause, context) => {
  const text = clause.text.replace(/\bsmall\s*(?:,|\/|&|and|or)\s*marginal\b/gi, 'small');
  if (clause.field === 'exclusions') return [];
  const work = works.find(({ words }) => words.test(text));
  if (!work) return [];
  const is = new RegExp(
    String.raw`\b(?:be|is|are)\s+(?:an?\s+|the\s+)?(?:(?:resident|native) and )?${filler}{0,4}?${work.words.source}(?![\s-]+(?:co-?operative|societ))`,
    'i',
  ).test(text);
  const engaged = /\b(?:be|is|are)\s+(?:(?:currently|actively|directly)\s+)?engaged in\b/i.test(text);
  const isHead = new RegExp(
    String.raw`^\W*(?:all\s+|only\s+|the\s+|any\s+|individual\s+|registered\s+|beneficiary\s+)*(?:(?!for\b|to\b|in\b|by\b|of\b|if\b)[a-z-]+\s+){0,2}${work.words.source}\b[^.;]*\b(?:are eligible|is eligible|eligible|can apply|can avail|should|must|shall|will be)\b|^\W*all (?:the )?${work.words.source}[^.;,]{0,60}\W*$`,
    'i',
  ).test(text);
  if (!is && !engaged && !isHead)
    return otherWork.test(text) && headOf(text) === ''
      ? [left('work', clause, 'People in other work may apply too.', true)]
      : [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('work', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:not be|not an?|not eligible|traditional (?:[a-z]+ )?fisher|hereditary|by caste|by birth|famil(?:y|ies) of|child(?:ren)? of|son of|daughter|husband|wife|spouse|member|group of|preferably|community|communities|certificate|(?<!credit )card|dependent|master|trainer|retired|old)\b/i.test(
      text,
    ) &&
    !/\b(?:hold\w*|have|has|possess\w*)\b[^.;]{0,25}\bcard\b/i.test(text)
  )
    return [left('work', clause, 'It is of a family, a group or a past work, or it is negated.', true)];
  if (
    otherWork.test(text) ||
    /\b(?:rural (?:and|&|or) urban|urban (?:and|&|or) rural|growers?)\b/i.test(text) ||
    hasOpenAlternative(
      text.replace(/\bfarmer\s*\/\s*fish farmer\b/gi, 'fish farmer'),
      /^\W*(?:lease|leased|have|has|own|rent|resid\w*|native|above|more|his|her|tenant|share|small|marginal|farmer|agricultur(?!e-related)|horticultur|cultivat|legally|possess|applicant|beneficiary|grow|registered with|woman|man|produc|weav|artisan|craft|land|operat)/i,
      work.words,
    )
  )
    return [left('work', clause, 'People in other work may apply too.', true)];
  const options = work.options(`${text} ${context.text}`);
  if (options.length === 0) return [left('work', clause, 'Who keeps animals may call the own work something else.')];
  return [firm('work', occupationIn(options), clause)];
};

const occupationIn = (options: string[]): Condition =>
  options.length === 1 ? { fact: 'occupation', eq: options[0]! } : { fact: 'occupation', in: options };

/** 'Unemployed' is not 'looking for work' (a homemaker may be unemployed): only contradicting answers are excluded. */
export const readUnemployed: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !/\bunemployed\b/i.test(text)) return [];
  if (
    !/\b(?:be|is|are)\s+(?:an?\s+)?(?:(?:educated|rural|local|currently)\s+){0,2}unemployed\b|^\W*(?:only\s+)?(?:educated\s+)?unemployed\s+(?:youths?|men|women|persons?|candidates?|graduates?|individuals?)\b[^.;]*\b(?:eligible|can apply|should|must)\b/i.test(
      text,
    )
  )
    return [];
  if (context.subjectOf(clause) !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('unemployed', clause, doubt.why, doubt.isLoosening)];
  if (
    hasOpenAlternative(text, /^\W*(?:women|youth|men|semi|self|in the private|above|her|his)/i, /unemployed/i) ||
    /\bunder-?employed|unemployed\s*(?:\/|,|\bor\b)|\bor\b[^.;]{0,20}unemployed|artisans?|farmers?|entrepreneurs?,/i.test(
      text,
    )
  )
    return [left('unemployed', clause, 'People with work may apply too.', true)];
  return [
    firm(
      'unemployed',
      { not: { fact: 'occupation', in: ['salaried', 'industrial_worker', 'business', 'professional'] } },
      clause,
    ),
  ];
};
