/**
 * Who a heading's conditions apply to. plain: everyone; institution: an institution, not a person; aside: nobody, these
 * are preferences, relaxations and later terms; case: one case only ('For girls', 'Component B').
 */
export type HeadingKind = 'plain' | 'institution' | 'aside' | 'case';

export const institutionWords =
  /\b(?:institut(?:e|es|ion|ions)|organi[sz]ations?|agenc(?:y|ies)|ngos?|n\.g\.o|societ(?:y|ies)|compan(?:y|ies)|firms?|units?|enterprises?|start-?ups?|universit(?:y|ies)|colleges?|trusts?|co-?operatives?|fpos?|f\.p\.o|shgs?|self[- ]help groups?|industr(?:y|ies)|msmes?|hospitals?|banks?|schools?|panchayats?|associations?|clubs?|federations?|employers?|developers?|hotels?|llps?|centres?|centers?|laborator(?:y|ies)|pacs|lamps|bod(?:y|ies)|groups?|establishments?|producer organi[sz]ations?|incubators?|publishers?|government departments?|corporations?|mills?|plants?)\b/i;

const asideWords =
  /\b(?:preferen|priorit|reserv|relax|special (?:provision|categor|case)|terms|selection|renew|continu|duration|definition|merit|tie|cancel|withdraw|terminat|discontinu|annul|post-?selection|document|payment|deposit|subsidy|assistance|activit|obligation|responsibilit|compliance|course|award|topic|area|scope|location|cover|quota|disbursement|procedure|process|mode|weight|assessment|evaluation|content|quality|fund|objective|benefit|allocation|requirements? for (?:the )?(?:project|unit)|after|marks|conduct|deadline|service requirement)/i;

const plainWords =
  /^\W*(?:(?:the|general|basic|essential|common|main|other|key|mandatory|minimum|specific|personal|individual)\s+)*(?:eligibilit\w*|eligible|criteri\w*|conditions?|requirements?|who can apply|who is eligible|qualifications?|educational|income|age|residen\w*|domicile|nationality|category|notes?|exclusions?|applicants?|candidates?|beneficiar\w*|students?|farmers?|persons?|target)\b/i;

const plainWord =
  /^(?:eligib\w*|criteri\w*|the|an?|conditions?|requirements?|basic|of|for|and|or|other|income|age|residen\w*|domicile|education\w*|qualification\w*|academic|nationality|category|family|economic|limits?|specific|notes?|nb|important|applicants?|candidates?|beneficiar\w*|persons?|who|can|apply|is|are|to|target|group|application|applying|individuals?|students?|trainees?|farmers?|workers?|women|interns?|\d+)$/i;

/** Only words common to all headings of conditions; 'general' qualifies conditions, not people. */
const isPlain = (words: string) =>
  words.split(/[^\p{L}\p{N}]+/u).every((word) => word === '' || plainWord.test(word)) ||
  /^\W*general (?:eligib\w*|criteri\w*|conditions?|requirements?)\W*$/i.test(words);

/** How a heading limits the conditions below it. */
export function kindOfHeading(text: string): HeadingKind {
  const words = text
    .slice(0, 200)
    .replace(/[^\p{L}\p{N}\s/&.()-]/gu, ' ')
    .trim();
  if (words === '') return 'plain';
  if (/^\W*(?:note|nb|n\.b|important)\b/i.test(words)) return 'plain';
  if (isPlain(words)) return 'plain';
  if (
    /\b(?:criteria|eligib\w*|conditions?|requirements?)\b/i.test(words) &&
    /\b(?:of|for)\b[^.;]{0,20}\b(?:students?|candidates?|applicants?|beneficiar\w*|trainees?)\b/i.test(words) &&
    !/\b(?:preferen|priorit|relax|renew|continu|loan|component|girls?|boys?)/i.test(words)
  )
    return 'plain';
  if (institutionWords.test(words) && !/\b(?:students?|candidates?|applicants?|trainees?|members?)\b/i.test(words))
    return 'institution';
  if (asideWords.test(words)) return 'aside';
  if (plainWords.test(words) && !/\b(?:for|under|of)\b/i.test(words)) return 'plain';
  return 'case';
}

/** How a list completes its lead: conjunction, alternatives, or one case only. */
export function kindOfLead(text: string): 'all' | 'any' | 'case' {
  if (/\b(?:any|either|one)\b(?: one)?(?: or more)?(?: of)?\b|\bor\b[^a-z]*$/i.test(text)) return 'any';
  if (
    /\bfollowing (?:categor|person|group|beneficiar|communit|class|candidate|people|course|type|entit|organi|institut|activit|area|district|famil|worker|individual)/i.test(
      text,
    )
  )
    return 'any';
  if (
    /\b(?:if|in case|when|where|for)\b/i.test(text) &&
    !/\bfor (?:the |this )?(?:scheme|benefit|assistance|eligib|appl)/i.test(text)
  )
    return 'case';
  return /\b(?:should|must|shall|criteria|conditions?|eligib\w*|require\w*|need)\b/i.test(text) ? 'all' : 'case';
}
