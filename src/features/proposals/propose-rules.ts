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
import type { Reader, Context } from './reading.ts';
import { combine, eitherWork, openInDetails, relaxedForAll } from './combine-findings.ts';
import { nameOf, type SourceScheme } from './scheme-source.ts';
import { splitClauses, type Clause, plainLine } from './split-clauses.ts';
import { runningState, statesIn } from './places.ts';
import { namesApplicant, subjectOf } from './subjects.ts';

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

const longest = 300;
const invisible = /[\p{Cc}\p{Cf}]/gu;

/**
 * A verbatim quote but for whitespace and emphasis, safe to print on a terminal (no control characters).
 * Longer than 300 characters, it is cut at a word.
 */
function quoteOf(text: string): string {
  const plain = plainLine(text.replace(invisible, ' ')).replace(/\s+/g, ' ').trim();
  if (plain.length <= longest) return plain;
  const cut = plain.slice(0, longest);
  return cut
    .slice(0, Math.max(cut.lastIndexOf(' '), 100))
    .toWellFormed()
    .replaceAll('\ufffd', '');
}

const wedding = /\b(?:marriage|wedding|vivah|kanya ?dan|shaadi|nikah)\b/i;
const award =
  /\b(?:awards?|prizes?|medals?|puruskar|puraskar|felicitat\w*|incentives? to .*(?:passed|secured|top|rank)|toppers?)\b/i;
const scholarship = /\baward of\b[^.]*\b(?:scholarship|stipend)/i;
const internship = /\b(?:intern\w*|fellowship|research|apprentic\w*)\b/i;
const hasStudied =
  /\bcompleted or (?:are )?pursuing|pursuing or (?:have )?completed|\bpass(?:ed)? ?-?(?:outs?)?\s*\/[^.]{0,30}graduate|\b(?:just|already|recently|who have|should have|must have|having|has|have) (?:just |already |successfully )?(?:completed|passed out|graduated)\b[^.;]{0,80}\b(?:graduat\w*|degree|under|post|ph\.?d|master|bachelor)|\b(?:fresh|recent) (?:graduates|pass)/i;
const relatives =
  /\b(?:child(?:ren)?|sons?|daughters?|wards?|dependents?|dependants?|spouses?|wi(?:fe|ves)|widows?|famil(?:y|ies)(?: members?)?)\b(?:[^.\n]{0,30})\b(?:of|to)\b(?: the| all| a)?(?: registered| deceased| construction| building| unorgani[sz]ed| eligible| labour| martyr\w*| beedi| mine| cine| sanitation)*\s*(?:workers?|labou?r(?:er)?s?|beneficiar(?:y|ies)|ex-?servicem[ae]n|soldiers?|personnel|employees?|members?|fisherm[ae]n|farmers?|freedom fighters?|journalists?|esm|weavers?|martyrs?|card holders?)\b|\bworkers?['’]?s?['’]? (?:child(?:ren)?|daughters?|wards?|famil)/i;
const orRelative = /\bor\s+(?:should be\s+)?(?:a\s+)?(?:family member|dependa?e?nt|spouse|wife|child)/i;
const worker =
  /^\W*(?:the |all )?(?:registered |construction |woman )*(?:workers?|labou?rers?|members?)\b[^.;]{0,20}\b(?:should|must|shall|has|have)\b|\bapplicant\b[^.;]{0,40}\b(?:construction worker|registered (?:as|with|under|member))/i;

/** Scheme-wide context for the readers of single sentences. */
function contextOf(scheme: SourceScheme, name: string, clauses: Clause[]): Context {
  const eligibility = clauses.filter((clause) => clause.field === 'eligibility');
  const hasApplicant = namesApplicant(eligibility);
  const text = `${name}\n${scheme.details.slice(0, 4_000)}\n${scheme.eligibility}`;
  return {
    text,
    aims: `${name}\n${scheme.details.slice(0, 1_500)}`,
    clauses,
    state: scheme.level === 'central' ? null : runningState([name, scheme.details, scheme.eligibility]),
    level: scheme.level,
    hasApplicant,
    subjectOf: (clause) => subjectOf(clause, hasApplicant),
    isForMarriage: wedding.test(name),
    isForAchievement: award.test(name) && !scholarship.test(name),
    takesGraduates: internship.test(name) && hasStudied.test(scheme.eligibility),
    askedText: `${name}\n${scheme.eligibility}`,
    studyText: `${text}\n${scheme.benefits.slice(0, 3_000)}`,
    asksTheWorker: eligibility.some((clause) => worker.test(clause.text)),
    isForRelatives: relatives.test(`${name}\n${scheme.details.slice(0, 1_500)}`) || orRelative.test(scheme.eligibility),
  };
}

const open =
  /\b(?:interns?|internships?|fellowships?|research\w*|scholars? in|awards?|prizes?|medals?|competitions?|contests?|seminars?|workshops?|conferences?|exhibitions?|festivals?|films?|albums?|books?|publications?|publish\w*|troupes?|production of|touris\w*|hotels?|resorts?|invest\w*|industr\w*|enterprises?|entrepreneur\w*|start-?ups?|msmes?|manufactur\w*|units?|incubat\w*|patents?|innovat\w*|export\w*|universit(?:y|ies)|institutes?|alumni|police|armed forces|officers?|employees?|teachers?|lawyers?|advocates?|journalists?|coach(?:es)?|sports?\w*|players?|dramas?|theatre|performances|artistes?|electric vehicles?|ev\b|vehicles?|non-?resident|nri|abroad|pilgrim\w*|all[- ]india|akhil)\b/i;

/**
 * State of a scheme without a residence condition, where only people of that State can benefit: members of its board of
 * workers, its pupils, its farmers, its poor. Otherwise null.
 */
function stateOfScope(
  scheme: SourceScheme,
  name: string,
  context: Context,
  audience: Audience,
  clauses: Clause[],
  isForGroups: boolean,
): { state: string; clause: Clause | null } | null {
  const { state } = context;
  if (!state || scheme.level !== 'state') return null;
  const isNaming = (clause: Clause) => clause.field !== 'exclusions' && statesIn(clause.text).includes(state);
  const board = clauses.find(
    (clause) =>
      isNaming(clause) &&
      /\bwelfare board\b/i.test(clause.text) &&
      /\b(?:construction|workers?|labour)\b/i.test(clause.text),
  );
  if (board) return { state, clause: board };
  const about = `${name} ${scheme.details.slice(0, 700)}`;
  // Two of three signs: persons apply, castes are listed for each State, and nothing speaks of people from elsewhere.
  if ([audience === 'person', isForGroups, !open.test(about)].filter(Boolean).length < 2) return null;
  return { state, clause: clauses.find(isNaming) ?? null };
}
