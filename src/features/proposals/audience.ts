import { institutionWords } from './heading-kinds.ts';
import type { Clause } from './split-clauses.ts';
import { headOf } from './subjects.ts';

export type Audience = 'person' | 'institution' | 'both';

const peopleHead =
  /\b(?:students?|farmers?|women|woman|girls?|child(?:ren)?|persons?|individuals?|citizens?|workers?|fisher\w*|artisans?|weavers?|widows?|famil(?:y|ies)|households?|patients?|artists?|mothers?|youths?|boys?|members? of|residents?|he|she|parents?|sportspersons?|candidates?|trainees?|interns?|scholars?|officers?|employees?)\b/i;
const peopleAsk =
  /\b(?:residents? of|native|domicile|years of age|age of (?:the )?(?:applicant|candidate|beneficiar)|aged?\b|belong\w* to (?:the |an? )?(?:scheduled|sc\b|st\b|obc|bpl|below|minorit|backward|tribal)|be an? (?:[a-z-]+ ){0,3}(?:student|farmer|woman|girl|widow|citizen|worker|fisherman|artisan|artist|person|individual|indian|construction|weaver)|family income|parents?|studying|enrolled in|unemployed|pregnant|disabilit\w*|widow|her husband|his\/her)\b/i;
const institutionIs = new RegExp(
  String.raw`\b(?:be|is|are)\s+(?:an?\s+|the\s+)?(?:(?:[a-z&/()-]+[\s/]+){0,5}?)${institutionWords.source}|\b(?:firms?|units?|enterprises?|compan(?:y|ies)|organi[sz]ations?|institut(?:ion|e)s?|societ(?:y|ies)|ngos?|shgs?|start-?ups?)\b[^.;]{0,40}\b(?:are eligible|is eligible|can apply|may apply)`,
  'i',
);

/** Target group of a scheme, by its eligibility text or else its aims. */
export function audienceOf(clauses: Clause[], name: string): Audience {
  let people = 0;
  let institutions = 0;
  for (const clause of clauses) {
    if (clause.field !== 'eligibility') continue;
    const head = headOf(clause.text);
    const isHeadInstitution = institutionWords.test(head) && !peopleHead.test(head);
    if (clause.headingKind === 'institution' || isHeadInstitution) institutions += 1;
    else if (
      /\bapplicants?\b|^\W*$|beneficiar/i.test(head) &&
      institutionIs.test(clause.text) &&
      !peopleAsk.test(clause.text)
    )
      institutions += 1;
    if (
      peopleAsk.test(clause.text) ||
      /\b(?:entrepreneurs?|individuals?|proprietors?|innovators?)\b/i.test(clause.text) ||
      (peopleHead.test(head) && !isHeadInstitution)
    )
      people += 1;
  }
  if (institutions > 0 && people === 0) return 'institution';
  if (people === 0 && institutions === 0) {
    const about = clauses
      .filter((clause) => clause.field === 'details')
      .map(({ text }) => text)
      .join(' ');
    return institutionWords.test(name) && !peopleHead.test(about) ? 'institution' : 'person';
  }
  return institutions >= 1 && (institutions >= 2 || people <= 2) ? 'both' : 'person';
}
