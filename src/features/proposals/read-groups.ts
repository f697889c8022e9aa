import type { Condition } from '../schemes/rules.ts';
import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { filler, firm, left, type Reader } from './reading.ts';

type Group = 'SC' | 'ST' | 'OBC' | 'EWS' | 'GEN' | 'EBC' | 'nomadic' | 'other';
const groupPatterns: [Group, string][] = [
  [
    'nomadic',
    String.raw`vjnt|v\.j\.n\.t\.?|vimukta[\s-]jatis?|ntdnt|dnts?|nt\s*\/?\s*dnt|(?:semi[- ])?nomadic(?:[\s,]*(?:and|&|\/)?\s*(?:semi-nomadic|denotified|de-notified))?(?: tribes?)?|de-?notified(?:[\s,]*(?:and|&|\/)?\s*(?:semi-)?nomadic)?(?: tribes?)?|notified tribes?`,
  ],
  ['SC', String.raw`scheduled?[\s-]*castes?|s\.?\s?cs?\b\.?|dalits?|adi[\s-]?dravida(?:r|rs)?`],
  [
    'ST',
    String.raw`scheduled?[\s-]*tribes?|(?<=castes?\s*(?:,|and|or|&|\/)\s*(?:or |and )?)tribes?|s\.?\s?ts?\b\.?|(?:scheduled )?tribals?`,
  ],
  [
    'OBC',
    String.raw`other[\s-]*backwards?[\s-]*(?:class(?:es)?|castes?|communit(?:y|ies))|(?:non-creamy layer )?o\.?b\.?cs?\b\.?|socially (?:and|&) educationally backwards?(?:[\s-]*class(?:es)?)?|s\.?e\.?b\.?cs?\b\.?|(?:special|most|extremely|more|state) backwards? (?:class(?:es)?|communit(?:y|ies)|castes?)|(?:mbc|sbc|bcs?)\b|backwards? (?:class(?:es)?|communit(?:y|ies)|castes?)`,
  ],
  // The poor of the general category; 'EBC' alone may be the extremely backward classes.
  ['EBC', String.raw`economically backwards? (?:class(?:es)?|castes?)(?: \(ebcs?\))?`],
  ['GEN', String.raw`general|unreserved|open category`],
  ['EWS', String.raw`economically weaker sections?|ews\b`],
  [
    'other',
    String.raw`minorit(?:y|ies)|muslims?|christians?|converts?|converted|economically backwards?|ebcs?\b|women|woman|disab\w*|differently|divyang\w*|pwds?|ph\b|bpl|below|ex-?servicem[ae]n|transgenders?|safai|widows?|orphans?|nomads|adivasis?|tea (?:garden )?tribes?`,
  ],
];
const order = ['SC', 'ST', 'OBC', 'EWS', 'GEN'];
const anyGroup = new RegExp(
  groupPatterns.map(([name, source]) => `(?<${name}>(?<![\\p{L}\\d.])(?:${source})(?![\\p{L}]))`).join('|'),
  'giu',
);
const firmGroup = new RegExp(
  [...groupPatterns.slice(0, 5), ['GEN', 'unreserved']]
    .map(([, source]) => `(?<![\\p{L}\\d.])(?:${source})(?![\\p{L}])`)
    .join('|'),
  'iu',
);
const frame = /\b(?:belong(?:s|ing)?|from|of|be|is|are|be an?|(?:run|owned|promoted|set up) by)\b/i;

/** Social categories in a list; null where it names one without a category of ours. */
function categoriesIn(text: string): { categories: string[]; at: [number, number]; rest: string } | null {
  const found = [...text.matchAll(anyGroup)];
  const first = found.find((match) => match.groups?.other === undefined);
  if (!first) return null;
  const last = found.at(-1)!;
  const to = last.index + last[0].length;
  const list = text.slice(first.index, to);
  // Only list separators may stand between the first and the last match.
  const between = list
    .replace(anyGroup, ' ')
    .replace(
      /\b(?:or|and|the|a|an|category|categories|class|classes|community|communities|castes?|tribes?|belonging to|families|notified|also|from|either|of)\b/gi,
      ' ',
    );
  if (/[\p{L}\d]{2,}/u.test(between)) return null;
  const categories = new Set<string>();
  for (const { groups } of found) {
    const group = Object.entries(groups!).find(([, value]) => value !== undefined)![0] as Group;
    if (group === 'other') return null;
    // Some nomadic communities stand on no list.
    if (group === 'nomadic') return null;
    categories.add(group === 'EBC' ? 'GEN' : group);
  }
  return {
    categories: order.filter((one) => categories.has(one)),
    at: [first.index, to],
    rest: `${text.slice(0, first.index)} ¦ ${text.slice(to)}`,
  };
}

const office =
  /[^.,;"'“”\n]{0,80}\b(?:departments?|directorate|corporation|commission|board|ministry|welfare|sub[- ]?plan)\b|\b(?:departments?|directorate|ministry) (?:of|for) [^.,;"\n]{0,60},/gi;

/** Every category that the name and the aims speak of; the eligibility text may be incomplete. */
const groupsNamed = (text: string): string[] =>
  [...text.replace(office, ' ').matchAll(anyGroup)].flatMap(({ groups }) =>
    ['SC', 'ST', 'OBC'].filter((group) => groups?.[group] !== undefined),
  );

const harmlessRest =
  /^\W*(?:his|her|permanent|resident|native|domicile|above|more|girl|boy|daughter|son|parents?|guardian|woman|man|male|female|private|aided|government|govt|public|recogni[sz]ed|categor|communit|class|caste|families|family|households?|student|sub-?caste)/i;

export const readCategory: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !firmGroup.test(text)) return [];
  const subject = context.subjectOf(clause);
  const isEnterprise = /\b(?:run|owned|promoted|belong\w*|set up)\b[^.;]{0,30}\b(?:by|to)\b/i.test(text);
  if (subject === 'thing' && !isEnterprise) return [];
  if (subject === 'institution' && !/\b(?:run|owned) by\b[^.;]{0,20}\bentrepreneur/i.test(text)) return [];
  if (subject === 'other') return [left('category', clause, 'It is asked of somebody else than the applicant.')];
  if (/\b(?:all|any) categor|irrespective of|any caste|all communit|all sections/i.test(text))
    return [left('category', clause, 'It is open to all categories.', true)];
  const list = categoriesIn(text.replace(/\bextremely (backward class(?:es)?) ?\(ebcs?\)/gi, '$1'));
  const doubt = doubtOf(clause, text);
  if (doubt) return [left('category', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:₹|rs\.?|\d+\s*%|lakhs?|fellowships|assistance of|subsidy|certificates?|areas?|sub[- ]?plan|hostels?|departments?|board|corporation|commission|schemes?|development|villages?|units?)/i.test(
      text.replace(/\bcertificate holders?\b/gi, ''),
    ) &&
    !/\bbelong/i.test(text)
  )
    return [];
  if (!list || /\b(?:such as|including|like|e\.g)\b/i.test(text))
    return [left('category', clause, 'It names groups that no category stands for.', true)];
  if (!frame.test(list.rest) && !/^[\W]*(?:only\s+)?¦/i.test(list.rest)) return [];
  if (/\b(?:not|nor|other than|non-)\b/i.test(list.rest.replace(/\bnot (?:only|exceed\w*|be more)\b/gi, '')))
    return [left('category', clause, 'It is said with a negation.', true)];
  if (hasOpenAlternative(list.rest.slice(Math.max(0, list.at[0] - 30)), harmlessRest, /¦/))
    return [left('category', clause, 'It offers another way.', true)];
  if (list.categories.length === 5) return [left('category', clause, 'It is open to all categories.', true)];
  const converts =
    /\bconverted\b/i.test(context.text) && list.categories.includes('SC') && !list.categories.includes('OBC');
  const categories = converts ? [...list.categories, 'OBC'] : list.categories;
  if (categories.includes('GEN')) {
    if (categories.some((one) => one !== 'GEN' && one !== 'EWS') || !/\bbelong/i.test(text))
      return [left('category', clause, 'General stands beside others.', true)];
    categories.push('EWS');
  }
  const named = new Set([...categories, ...groupsNamed(context.aims)]);
  return [firm('category', categoryCondition(order.filter((one) => named.has(one))), clause)];
};

const categoryCondition = (categories: string[]): Condition =>
  categories.length === 1 ? { fact: 'category', eq: categories[0]! } : { fact: 'category', in: categories };

const woman = String.raw`(?:wom[ae]n|girls?|females?|lady|ladies|mothers?)`;
const isWoman = new RegExp(
  String.raw`^(?:\W*(?:only\s+)?${woman}\b(?! (?:and|or|\/))|.*\b(?:be|is|are|only)\s+(?:an?\s+|the\s+)?${filler}{0,4}?${woman}\b|.*\b(?:the|all|any)\s+${woman}(?:\s+(?:child(?:ren)?|students?|candidates?|beneficiar\w+|applicants?))?\s+(?:should|must|shall|is|are|who|has|have|belong\w*)\b)`,
  'i',
);
const isMan = /\b(?:be|is|only)\s+(?:an?\s+)?(?:male|man|boy)s?\b/i;

export const readGender: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  const both =
    /\b(?:wom[ae]n|girls?|females?|daughters?)\b/i.test(text) &&
    /\b(?:m[ae]n|boys?|males?|sons?|transgenders?)\b/i.test(text);
  if (both)
    return /\b(?:eligible|apply|applicants?|beneficiar\w*|receive|avail|either|both)\b/i.test(text)
      ? [left('gender', clause, 'It names women and men.', true)]
      : [];
  const female = isWoman.test(text);
  const male = !female && isMan.test(text);
  if (!female && !male) return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('gender', clause, doubt.why, doubt.isLoosening)];
  if (context.isForRelatives && !/\bapplicant/i.test(text))
    return [left('gender', clause, 'The worker and the family member may be two people.', true)];
  if (context.isForAchievement && !/\b(?:applicants?|candidates?|nominees?)\b[^.;]{0,30}\b(?:be|is|are)\b/i.test(text))
    return [left('gender', clause, 'It may be one of several awards.', true)];
  if (context.isForMarriage && !/\bapplicant\b[^.;]{0,30}\b(?:be|is)\b/i.test(text))
    return [left('gender', clause, 'A parent may apply for the bride.', true)];
  if (
    /\d+\s*%|\b(?:participation|group|members?|headed|shgs?|led|entrepreneurs? (?:and|or)|only one|living girl|issue)\b/i.test(
      text,
    )
  )
    return [];
  if (
    /(?:\/|\bor\b|,)\s*(?:an?\s+)?(?:\w+\s+)?(?:sc|st|obc|bpl|pwd|disab\w*|farmers?|youth|transgender|minorit\w*|child(?:ren)?|families|husband|newborn|infant|student\b)|(?:sc|st|obc|bpl|pwd|disabled|farmers?|youth)\s*(?:,|\/|\bor\b|\band\b|&)\s*wom[ae]n/i.test(
      text,
    ) &&
    !/\b(?:sc|st|obc)(?:\)|s)?\s*(?:\/|or|and|,)\s*(?:\w+\s*){0,3}\(?(?:sc|st|obc)\b\)?\s*(?:wom[ae]n|girls?)/i.test(
      text,
    )
  )
    return [left('gender', clause, 'Women are one of several groups.', true)];
  return [firm('gender', { fact: 'gender', eq: female ? 'woman' : 'man' }, clause)];
};

export const readWidow: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !/\bwidows?\b/i.test(text)) return [];
  if (
    !/\b(?:be|is)\s+an?\s+(?:[a-z-]+\s+){0,2}widow\b|^\W*(?:the\s+|only\s+|all\s+)?widows?\s+(?:should|must|shall|are eligible|of age|aged|who)/i.test(
      text,
    )
  )
    return [];
  if (context.subjectOf(clause) !== 'applicant') return [];
  if (context.isForMarriage) return [left('widow', clause, 'The bride may apply where her mother has died.', true)];
  const doubt = doubtOf(clause);
  if (doubt) return [left('widow', clause, doubt.why, doubt.isLoosening)];
  if (
    /divorc|desert|abandon|unmarried|single|destitute wom|orphan|widower|\bof (?:an?|the|defence|ex|war|deceased)\b/i.test(
      text,
    ) ||
    hasOpenAlternative(text, /^\W*(?:above|more|permanent|resid|her|his)/i, /widow/i)
  )
    return [left('widow', clause, 'Widows are one of several groups.', true)];
  return [firm('widow', { fact: 'isWidow', eq: true }, clause)];
};

export const readPregnant: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !/\bpregnant\b/i.test(text)) return [];
  if (
    !/\b(?:be|is)\s+(?:an?\s+)?(?:\w+\s+)?pregnant\b|^\W*(?:all\s+|only\s+)?pregnant (?:women|woman|mothers?)\s+(?:are|should|must|who|can)/i.test(
      text,
    )
  )
    return [];
  if (context.subjectOf(clause) !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt && doubt.isLoosening) return [left('pregnant', clause, doubt.why, true)];
  if (doubt) return [left('pregnant', clause, doubt.why)];
  if (/lactat|nursing|child(?:ren)?\b|infant|newborn|adolescent|mothers?\b/i.test(text))
    return [left('pregnant', clause, 'Mothers or children may apply too.', true)];
  return [firm('pregnant', { fact: 'isPregnant', eq: true }, clause)];
};

const disabled =
  /\b(?:disab(?:ility|ilities|led)|differently[- ]abled|specially[- ]abled|divyang\w*|physically (?:handicapped|challenged)|handicapped|pwds?|benchmark)\b/i;

export const readDisability: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions' || !disabled.test(text)) return [];
  const subject = context.subjectOf(clause);
  const isPercent =
    /\bpercentage of (?:the )?disabilit/i.test(text) ||
    /\bdisabilit\w*\b[^.;]{0,60}\b\d{2,3}\s*(?:%|percent|per cent)|\d{2,3}\s*(?:%|percent|per cent)[^.;]{0,30}\bdisabilit/i.test(
      text,
    );
  if (subject !== 'applicant' && !(isPercent && subject === 'thing'))
    return subject === 'other' || subject === 'parents'
      ? [left('disability', clause, 'It is the disability of somebody else.', true)]
      : [];
  const doubt = doubtOf(clause, text.replace(/\(?[^()]*\bas per\b[^()]*\)?$/i, ''));
  if (doubt) return [left('disability', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:parents?|father|mother|husband|famil\w*|spouse|worker|accident|child of|children of|permanent partial|members?|temporary|due to)\b/i.test(
      text,
    )
  )
    return [left('disability', clause, 'It may be the disability of somebody else.', true)];
  if (
    hasOpenAlternative(
      text.replace(/\([^)]*\)/g, ' '),
      /^\W*(?:above|more|greater|over|resid|differently|specially|physically|disab|handicap|divyang|permanent|hearing|visual|low|mental|deaf|orthop|certificate|government|private|aided|severe)/i,
      new RegExp(`${disabled.source}|\\d\\s*%`, 'i'),
    )
  )
    return [left('disability', clause, 'It offers another way.', true)];
  const percent = /(\d{2,3})\s*(?:%|percent|per cent)/i.exec(text);
  if (percent && isPercent) {
    const value = Number(percent[1]);
    if (
      [...text.matchAll(/\d+\s*(?:%|percent|per cent)/gi)].length > 1 ||
      value > 100 ||
      /\b(?:less than|below|up ?to|under(?! (?:the|rights|section)))\b/i.test(
        text.replace(/not (?:be )?(?:less than|below)/gi, ''),
      )
    )
      return [left('disability', clause, 'The percentage could not be read for certain.', true)];
    return [firm('disability', { fact: 'disabilityPercent', gte: value }, clause)];
  }
  if (
    /\b(?:be|is)\s+(?:an?\s+)?(?:[a-z-]+\s+){0,2}?(?:person|student|child|individual|citizen)?s?\s*(?:with (?:an? )?disabilit|disabled|differently|specially|divyang|physically)|^\W*(?:all |only |any )?(?:disabled|differently|specially|divyang|physically|persons? with disab)/i.test(
      text,
    )
  )
    return [firm('disability', { fact: 'disabilityPercent', gte: 1 }, clause)];
  return [];
};

const poor = /\b(?:below[- ](?:the[- ])?poverty[- ](?:line|level)|bpl|below the poverty)\b/i;

export const readPoverty: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  if (
    /\b(?:above (?:the )?poverty|apl|non-?\s?bpl)\b/i.test(text) &&
    /\b(?:eligible|benefits?|can|categor\w*|famil\w*|wom[ae]n|all|if)\b/i.test(text)
  )
    return [left('poverty', clause, 'It lets in families above the poverty line.', true)];
  if (!poor.test(text)) return [];
  const subject = context.subjectOf(clause);
  const doubt = doubtOf(clause);
  if (subject === 'institution' || subject === 'other' || subject === 'thing')
    return doubt?.isLoosening ? [left('poverty', clause, doubt.why, true)] : [];
  if (doubt) return [left('poverty', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:apl|above poverty|income|lower[- ]income|minorit\w*|weaker|restriction|need not|no\b|not\b|non\b|times|priority household|antyodaya|aay|phh|nfsa|destitute)\b/i.test(
      text,
    ) ||
    /(?:bpl\)?|poverty line\)?)\s*(?:\/|,|\bor\b)\s*(?!category|family|families|list|card)|(?:\/|\bor\b|,)\s*(?:a\s+|the\s+)?(?:bpl|below)/i.test(
      text,
    )
  )
    return [left('poverty', clause, 'It is one of several ways.', true)];
  if (!/\b(?:belong\w*|from|be|is|are|living|hold\w*|have|has|possess\w*|in|famil\w*|category|card)\b/i.test(text))
    return [];
  return [firm('poverty', { fact: 'isBelowPovertyLine', eq: true }, clause)];
};
