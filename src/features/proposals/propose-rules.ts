import { wordProblem } from '../../platform/wire/word-problem.ts';
import { checkRules, type Condition, type Rules } from '../schemes/rules.ts';
import { audienceOf, type Audience } from './audience.ts';
import { readAge } from './read-age.ts';
import { readCategory, readDisability, readGender, readPoverty, readPregnant, readWidow } from './read-groups.ts';
import { readIncome, readLand } from './read-money.ts';
import {
  readConstructionWorker,
  readEducation,
  readMaritalStatus,
  readMinority,
  readOtherBenefit,
} from './read-more.ts';
import { readArea, readState } from './read-state.ts';
import {
  readBankAccount,
  readGovernmentJob,
  readHousehold,
  readProvidentFund,
  readTaxpayers,
} from './read-household.ts';
import { readStudent } from './read-study.ts';
import { readUnemployed, readWork } from './read-work.ts';
import { quoteOf } from './quotes.ts';
import type { Reader } from './reading.ts';
import { combine, eitherWork, openInDetails, relaxedForAll } from './combine-findings.ts';
import { contextOf } from './scheme-context.ts';
import { nameOf, type SourceScheme } from './scheme-source.ts';
import { splitClauses, type Clause } from './split-clauses.ts';
import { stateOfScope } from './state-of-scope.ts';

export type Proposal = {
  name: string;
  audience: Audience;
  /** The beneficiary, in a word of the text. */
  subject: string;
  state: string | null;
  rules: Rules | null;
  spans: { path: string; quote: string | null }[];
  abstained: { quote: string; why: string }[];
};

const readers: Reader[] = [
  readState,
  readArea,
  readAge,
  readGender,
  readWidow,
  readPregnant,
  readDisability,
  readCategory,
  readPoverty,
  readIncome,
  readLand,
  readStudent,
  readWork,
  readUnemployed,
  readGovernmentJob,
  readTaxpayers,
  readProvidentFund,
  readBankAccount,
  readHousehold,
  readConstructionWorker,
  readMinority,
  readMaritalStatus,
  readEducation,
  readOtherBenefit,
];

/** Conditions from a scheme's text, each with its quote; uncertain ones are left out with the reason. */
export function proposeRules(scheme: SourceScheme): Proposal {
  const name = nameOf(scheme);
  const clauses = [
    ...splitClauses(scheme.details, 'details').slice(0, 40),
    ...splitClauses(scheme.eligibility, 'eligibility'),
    ...splitClauses(scheme.exclusions, 'exclusions'),
  ];
  const criteria = clauses.filter((clause) => clause.field !== 'details');
  const context = contextOf(scheme, name, clauses);
  const audience = audienceOf(clauses, name);
  const findings =
    audience === 'institution' ? [] : criteria.flatMap((clause) => readers.flatMap((read) => read(clause, context)));
  findings.push(...openInDetails(clauses), ...relaxedForAll(criteria));
  const proposed: { condition: Condition; quote: string | null }[] = [];
  const abstained: Proposal['abstained'] = [];

  findings.push(...eitherWork(findings));
  for (const topic of new Set(findings.map((one) => one.topic))) {
    const own = findings.filter((one) => one.topic === topic);
    const { conditions, doubts } = combine(topic, own);
    for (const { condition, clause } of conditions) proposed.push({ condition, quote: quoteOf(clause.text) });
    for (const { clause, why } of doubts) abstained.push({ quote: quoteOf(clause.text), why });
  }
  if (audience !== 'institution' && !findings.some((one) => one.topic === 'state')) {
    const isForGroups = proposed.some(({ condition }) =>
      /"(?:category|isBelowPovertyLine)"/.test(JSON.stringify(condition)),
    );
    const scope = stateOfScope(scheme, name, context, audience, clauses, isForGroups);
    if (scope)
      proposed.unshift({
        condition: { fact: 'state', eq: scope.state },
        quote: scope.clause && quoteOf(scope.clause.text),
      });
  }
  const rules = refuseImpossible(proposed, abstained);
  // Last, since the list is cut: the others say more.
  const read = new Set(findings.map(({ clause }) => clause));
  for (const clause of criteria)
    if (!read.has(clause)) abstained.push({ quote: quoteOf(clause.text), why: 'No condition was read in it.' });
  return {
    name: scheme.name,
    audience,
    subject: subjectWord(criteria, audience),
    state: context.state,
    rules: rules.length > 0 ? { version: 1, all: rules.map(({ condition }) => condition) } : null,
    spans: rules.map(({ quote }, index) => ({ path: `all.${index}`, quote })),
    abstained: abstained.slice(0, 60),
  };
}

/** Contradictory rules, which nobody could meet, are refused as a whole: an editor must decide. */
function refuseImpossible<Item extends { condition: Condition; quote: string | null }>(
  proposed: Item[],
  abstained: Proposal['abstained'],
): Item[] {
  const known = proposed.filter(({ condition, quote }) => {
    const { problems } = checkRules({ version: 1, all: [condition] });
    if (problems[0]) abstained.push({ quote: quote ?? '', why: `It makes no rule: ${wordProblem(problems[0])}.` });
    return problems.length === 0;
  });
  if (known.length === 0) return [];
  const { problems } = checkRules({ version: 1, all: known.map(({ condition }) => condition) });
  if (problems.length === 0) return known;
  for (const { quote } of known)
    abstained.push({ quote: quote ?? '', why: 'The conditions contradict each other: nobody could meet them.' });
  return [];
}

const subjectNouns =
  /\b(?:students?|child(?:ren)?|girls?|wom[ae]n|widows?|farmers?|fisherm[ae]n|construction workers?|workers?|artisans?|weavers?|artists?|entrepreneurs?|patients?|famil(?:y|ies)|households?|youths?|interns?|candidates?|senior citizens?|ex-?servicem[ae]n|institutions?|organi[sz]ations?|units?|enterprises?|start-?ups?|societ(?:y|ies)|compan(?:y|ies))\b/i;

function subjectWord(criteria: Clause[], audience: Audience): string {
  for (const clause of criteria) {
    const word = subjectNouns.exec(clause.text.slice(0, 200))?.[0].toLowerCase();
    if (word) return word;
  }
  return audience === 'institution' ? 'institution' : 'applicant';
}
