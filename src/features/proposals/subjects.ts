import type { Clause } from './split-clauses.ts';
import { institutionWords } from './heading-kinds.ts';

/**
 * Grammatical subject of a sentence. applicant: the beneficiary; family: the whole household (or the parents);
 * other: another person; thing: land, a loan, a project.
 */
export type Subject = 'applicant' | 'family' | 'parents' | 'other' | 'institution' | 'thing';

const verb =
  /\b(?:should|must|shall|will|would|is|are|was|were|has|have|had|can|may|needs?|does|do|belongs?|cannot|who|whose|aged|having|residing|studying|pursuing|belonging|living|working|between|from|in the age)\b/i;
const applicantWords =
  /\b(?:applicants?|candidates?|beneficiar(?:y|ies)|persons?|individuals?|citizens?|people|he|she|they|those|anyone|nominees?|participants?|members?|residents?|claimants?|trainees?|interns?|students?|scholars?|farmers?|growers?|cultivators?|fisher\w*|artisans?|weavers?|artists?|artistes?|craft\w*|vendors?|workers?|labou?rers?|women|woman|girls?|widows?|females?|ladies|mothers?|men|males?|boys?|youths?|entrepreneurs?|pensioners?|transgenders?|sportspersons?|players?|athletes?|journalists?|patients?|divyang\w*|consumers?|borrowers?|ex-?servicem[ae]n|esm|senior citizens?|orphans?|bpl)\b/i;
const otherWords =
  /\b(?:husband|wi(?:fe|ves)|spouse|sons?|daughters?|wards?|dependents?|dependants?|bride(?:groom)?|groom|deceased|nominee|co-?applicants?|co-?borrowers?|guarantors?|attendants?|escorts?|teachers?|trainers?|mentors?|guides?|siblings?|brothers?|sisters?|heirs?|head of|partners?|directors?|promoters?|owners?|employees?|doctors?|couple|disciples?|guru|supervisors?)\b/i;
const childWords = /\b(?:child(?:ren)?|infants?|newborns?|bab(?:y|ies)|minors?|kids?|girl child|adolescents?)\b/i;
const parentWords = /\b(?:parents?|fathers?|mothers?|guardians?)\b/i;
const familyWords = /\b(?:famil(?:y|ies)|households?)\b/i;
const thingWords =
  /\b(?:land|loan|project|vehicle|building|house|course|amount|subsidy|assistance|scholarship|scheme|application|boat|pond|marks|certificate|account|machine|equipment|animals?|cow|plot|area|documents?|benefit|grant|fund|book|film|event|proposal|invention|patent|marriage|wedding|death)\b/i;

const unitsPeople =
  /\b(?:workers?|workmen|labou?rers?|staff|manpower|members|persons? (?:employed|engaged)|women|artisans?)\b[^.;,]{0,20}\b(?:of|in|by) (?:the |an? |such |each )?(?:[a-z]+ ){0,2}(?:units?|enterprises?|compan(?:y|ies)|firms?|industr(?:y|ies)|factor(?:y|ies)|establishments?|start-?ups?|msmes?|societ(?:y|ies)|shgs?|groups?|institut\w*|organi[sz]ations?)\b/i;
const ownThing = new RegExp(String.raw`(?:'s|’s|s'|s’)\s+(?:[a-z]+\s+){0,3}?${thingWords.source}`, 'i');

/** The words before the first verb. */
export const headOf = (text: string): string => {
  const plain = text
    .replace(/^[^\p{L}]+/u, '')
    .replace(/^(?:note|nb|age|residence|domicile|eligibility)\s*\d*\s*[:\-–]\s*/i, '');
  const at = verb.exec(plain)?.index;
  return at === undefined ? '' : plain.slice(0, at).slice(0, 140);
};

/** @param hasApplicant whether the text elsewhere calls the beneficiary 'applicant' or similar */
export function subjectOf(clause: Clause, hasApplicant: boolean): Subject {
  const own = headOf(clause.text).trim();
  const head = own === '' && clause.lead !== '' ? headOf(clause.lead) : own;
  if (head.trim() === '') return 'applicant';
  if (/\bincome\b/i.test(head))
    return familyWords.test(head) ? 'family' : parentWords.test(head) ? 'parents' : subjectOfOwner(head);
  if (parentWords.test(head) && !/^\W*(?:the )?mothers?\W*$/i.test(head)) return 'parents';
  if (otherWords.test(head) || unitsPeople.test(head)) return 'other';
  if (childWords.test(head))
    return hasApplicant && !/\bapplicant|\bbeneficiary child/i.test(head)
      ? 'other'
      : /\bof the (?:applicant|beneficiar|worker)|(?:applicant|worker|beneficiary)['’]s?\b/i.test(head)
        ? 'other'
        : 'applicant';
  if (ownThing.test(head)) return 'thing';
  if (familyWords.test(head)) return 'family';
  if (applicantWords.test(head)) return 'applicant';
  if (institutionWords.test(head)) return 'institution';
  if (thingWords.test(head)) return 'thing';
  return /\bage\b/i.test(head) || head.length < 4 ? 'applicant' : 'thing';
}

const subjectOfOwner = (head: string): Subject =>
  otherWords.test(head) ? 'other' : institutionWords.test(head) ? 'institution' : 'applicant';

/** Whether any clause has an applicant (candidate, beneficiary) as its subject. */
export const namesApplicant = (clauses: Clause[]) =>
  clauses.some((clause) => /\b(?:applicants?|candidates?|beneficiar(?:y|ies))\b/i.test(headOf(clause.text)));
