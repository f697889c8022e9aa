import { runningState } from './places.ts';
import type { Context } from './reading.ts';
import type { SourceScheme } from './scheme-source.ts';
import type { Clause } from './split-clauses.ts';
import { namesApplicant, subjectOf } from './subjects.ts';

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
export function contextOf(scheme: SourceScheme, name: string, clauses: Clause[]): Context {
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
