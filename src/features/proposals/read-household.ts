import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { firm, left, type Context, type Reader } from './reading.ts';

const publicJob =
  /\b(?:government|govt\.?|public sector|psu|state\/central|semi[- ]government)\b[^.;]{0,60}\b(?:employees?|servants?|service|jobs?|employment|employed)\b|\b(?:employees?|employed|(?<!self[- ])employment|job|service)\b[^.;]{0,60}\b(?:government|govt|public sector)\b/i;

/** Government employees are excluded: in the list of exclusions, or with 'not'. */
export const readGovernmentJob: Reader = (clause, context) => {
  const text = clause.text
    .replace(/\bgovt\./gi, 'government')
    .replace(/(?:\/|\bn?or\b)\s*(?:an? )?(?:retired (?:government )?employees?|pensioners?)\b/gi, ' ');
  if (!publicJob.test(text)) return [];
  const isNegated = /\b(?:not|no member|nor|none|cannot|ineligible|excluded)\b/i.test(text);
  if (clause.field !== 'exclusions' && !isNegated) return [];
  if (
    clause.field === 'exclusions' &&
    /\bnot (?:be )?(?:excluded|barred)|\b(?:shall|will|are|is) (?:be )?eligible\b(?<!not eligible)(?<!not be eligible)/i.test(
      text,
    )
  )
    return [];
  const subject = context.subjectOf(clause);
  const doubt = doubtOf(clause, clause.field === 'exclusions' ? text.replace(/^\W*(?:if|in case)\b/i, '') : text);
  if (doubt && !/\bany member\b/i.test(text)) return [left('governmentJob', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:child(?:ren)?|wards?|son|daughter|husband|wife|spouses?|parents?|father|mother|guarantor|hospital|private|contractual|temporary|contract|dismissed|retired|former|pensioners?|scheme|scholarship|company|school|assistance|seat)\b/i.test(
      text.replace(/\b(?:to|for|under|of) (?:the|this) scheme\b/gi, ''),
    ) &&
    !/\b(?:permanent|regular)[^.;]*\bcontractual/i.test(text)
  )
    return [left('governmentJob', clause, 'It is of some kinds of jobs, or of other people.')];
  const isFamily = /\b(?:famil(?:y|ies)|households?)\b/i.test(text);
  const isOfJobs =
    /^\W*(?:(?:exclusions?|all|any|serving|regular|permanent|state|central|and|or|the|\/)\s*)*(?:government|govt\.?|psu)\b[^.;]{0,40}\b(?:employees?|servants?)\b/i.test(
      text,
    );
  if (!isFamily && subject !== 'applicant' && !isOfJobs) return [];
  return [
    firm(
      'governmentJob',
      isFamily
        ? { not: { fact: 'governmentJob', in: ['me', 'family_member'] } }
        : { not: { fact: 'governmentJob', eq: 'me' } },
      clause,
    ),
  ];
};

const taxpayer =
  /\b(?:income[- ]?tax[- ]?(?:payers?|payees?|assessees?|paying)|tax[- ]?payers?|pay(?:s|ing)? (?:any )?income[- ]?tax|paid income[- ]?tax)\b/i;

export const readTaxpayers: Reader = (clause, context) => {
  const { text } = clause;
  if (!taxpayer.test(text)) return [];
  const isNegated = /\b(?:not|no member|none|ineligible|excluded)\b/i.test(text);
  if (clause.field !== 'exclusions' && !isNegated) return [];
  const subject = context.subjectOf(clause);
  const isFamily = /\b(?:famil(?:y|ies)|households?|member)\b/i.test(text);
  const isParents = /\b(?:parents?|guardians?)\b/i.test(text);
  const doubt = doubtOf(clause, clause.field === 'exclusions' ? text.replace(/^\W*(?:if|in case)\b/i, '') : text);
  if (doubt) return [left('taxpayers', clause, doubt.why, doubt.isLoosening)];
  if (context.isForRelatives && !isFamily)
    return [left('taxpayers', clause, 'The worker and the family member may be two people.', true)];
  if (/\b(?:certificate|submit\w*|declaration|except|return)\b/i.test(text)) return [];
  if (isParents) return [left('taxpayers', clause, 'The question asks of husband, wife and children, not of parents.')];
  if (!isFamily && subject !== 'applicant') return [];
  return [
    firm(
      'taxpayers',
      isFamily ? { not: { fact: 'taxpayers', in: ['me', 'family_member'] } } : { not: { fact: 'taxpayers', eq: 'me' } },
      clause,
    ),
  ];
};

export const readProvidentFund: Reader = (clause, context) => {
  const { text } = clause;
  if (!/\b(?:epf|esic?|provident fund|nps)\b/i.test(text) || clause.field === 'exclusions') return [];
  if (
    !/\b(?:not|nor)\b[^.;]{0,40}\b(?:member\w*|covered|subscrib\w*|have|contribut\w*|enrolled|beneficiar\w*)\b/i.test(
      text,
    )
  )
    return [];
  if (context.subjectOf(clause) !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('providentFund', clause, doubt.why, doubt.isLoosening)];
  if (context.isForRelatives)
    return [left('providentFund', clause, 'The worker and the family member may be two people.', true)];
  return [firm('providentFund', { fact: 'hasProvidentFund', eq: false }, clause)];
};

export const readBankAccount: Reader = (clause, context) => {
  const { text } = clause;
  if (!/\b(?:bank|savings?|post office)\s+(?:bank\s+)?account\b/i.test(text) || clause.field === 'exclusions')
    return [];
  if (!/\b(?:have|has|hold|possess|holder of)\b[^.;]{0,60}\baccount\b/i.test(text)) return [];
  if (context.subjectOf(clause) !== 'applicant') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('bankAccount', clause, doubt.why, doubt.isLoosening)];
  if (
    /\b(?:joint|group|daughter|parents?|guardian|mother|father|child|unit|firm|spouse|loan|jan dhan|family)\b/i.test(
      text,
    ) ||
    hasOpenAlternative(
      text,
      /^\W*(?:her|she|post office|savings|their|bank|private|nationali[sz]ed|scheduled|public)/i,
      /account|passbook/i,
    )
  )
    return [left('bankAccount', clause, 'Another account may do.')];
  return [firm('bankAccount', { fact: 'hasBankAccount', eq: true }, clause)];
};

const owned: [RegExp, string][] = [
  [/\bpucca (?:house|roof|dwelling)/i, 'pucca_house'],
  [/\blpg connection|\bgas connection/i, 'gas_connection'],
  [/\bfour[- ]?wheelers?\b/i, 'four_wheeler'],
];

/** Assets that exclude a household. */
export const readHousehold: Reader = (clause, context: Context) => {
  const { text } = clause;
  const thing = owned.find(([words]) => words.test(text));
  if (!thing) return [];
  const isNegated = /\b(?:not|no|without|lack\w*|filtered out|excluded|ineligible)\b/i.test(text);
  if (clause.field !== 'exclusions' && !isNegated) return [];
  if (clause.field === 'exclusions' && /\b(?:should|must|shall) have\b/i.test(text)) return [];
  const subject = context.subjectOf(clause);
  if (subject === 'institution' || subject === 'other') return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('household', clause, doubt.why, doubt.isLoosening)];
  if (/\b(?:commercial|cattle|shed|vehicle loan|licen[cs]e|under any other|another scheme|drive)\b/i.test(text))
    return [];
  return [firm('household', { not: { fact: 'householdHas', eq: thing[1] } }, clause)];
};
