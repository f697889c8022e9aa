import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { firm, left, type Reader } from './reading.ts';
import { headOf } from './subjects.ts';
import { statePart, statesIn } from './places.ts';

const livesIn =
  /\b(?:residents?|residing|resid(?:e|es|ed)|residency|residence|natives?|nativity|domicil\w*|inhabitants?|citizens?|living|lives?|hail(?:s|ing)?|settled|bonafide)\b/i;
const belongsTo = new RegExp(
  String.raw`\b(?:farmers?|students?|women|woman|girls?|people|persons?|citizens?|families|households|youths?|artists?|weavers?|fisher\w+|workers?|beneficiar(?:y|ies)|applicants?|candidates?|categor(?:y|ies)|castes?|tribes?|communit(?:y|ies)|class(?:es)?|belong(?:s|ing)?)\b[^.;]{0,25}?\b(?:of|to|from|(?<=communit(?:y|ies) )in)\s+(?:the\s+)?(?:state\s+of\s+|union territory\s+of\s+)?${statePart}(?!\p{L})`,
  'iu',
);
const stateItself =
  /\b(?:resid\w*|native|domicil\w*|inhabitant)\b[^.;]{0,30}\b(?:of|in|within)\s+(?:the|this|that)\s+(?:state|union territory|u\.?t\.?)\b/i;
const otherSideOfOr =
  /^\W*(?:a\s+|an\s+|the\s+|be\s+|should\s+be\s+|must\s+be\s+|have\s+been\s+|has\s+been\s+|have\s+|has\s+|having\s+|by\s+(?:virtue\s+of\s+)?|his|her|permanent(?:ly)?\s|continuous(?:ly)?\s|bonafide\s|local\s|legal\s|registered\s|in\s|original\s)*(?:resid\w*|native|domicil\w*|birth|born|inhabitant|living|settled|citizen|permanent|bonafide|person|continuous|above|below|more|less|older|longer|daughter|husband|parents?|guardian|wife|city|village|town|rural|urban|government|private|work\w*|d\/o|w\/o)/i;
const elsewhere =
  /\b(?:other than|outside|not (?:be )?(?:a )?(?:resident|native|domicile)|non-?residen|other states?|any (?:other )?state|any part of (?:india|the country)|across india|abroad|irrespective|studying in|born in|posted)\b/i;

const home = new RegExp(`${livesIn.source}|\\b(?:state|territory|islands)\\b`, 'i');

/** 'Resident of Goa', 'native of the Union Territory of Puducherry', 'farmers of the State'. */
export const readState: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  const named = statesIn(text);
  const isHome = livesIn.test(text) && (named.length > 0 || stateItself.test(text));
  const isPeople = !isHome && belongsTo.test(text);
  if (!isHome && !isPeople) return [];
  const subject = context.subjectOf(clause);
  if (subject === 'institution') return [];
  if (
    subject === 'thing' &&
    !/\b(?:only )?(?:to|for) (?:the )?(?:permanent |bonafide )?(?:natives?|residents?|domiciles?|inhabitants?|citizens)\b/i.test(
      text,
    )
  )
    return [];
  const states = named.length > 0 ? named : context.state ? [context.state] : [];
  if (states.length === 0) return [];
  if (subject === 'other' && !context.isForRelatives && !/\b(?:father|mother|husband|owner|worker|head)\b/i.test(text))
    return [];
  // A single State applies to everyone, even where headings separate cases.
  const doubt = doubtOf({
    ...clause,
    text: text.replace(/,? ?\b(?:irrespective|regardless) of (?:the |their )?(?:place|location) of [a-z ]+/i, ''),
    headingKind: clause.headingKind === 'case' ? 'plain' : clause.headingKind,
  });
  if (doubt) return [left('state', clause, doubt.why, doubt.isLoosening)];
  if (elsewhere.test(text.replace(/\birrespective of (?:the )?place of study/i, '')))
    return [left('state', clause, 'It also speaks of people from elsewhere.', true)];
  if (
    isHome &&
    hasOpenAlternative(
      text.slice(headOf(text).length).replace(/ (?:and|&) (?:must|should|shall|ha(?:s|ve)|possess|belong).*/i, ''),
      otherSideOfOr,
      home,
    ) &&
    !/\bor\b[^,.;]{0,40}\bstate\b/i.test(text)
  )
    return [left('state', clause, 'Residence is one of several ways.')];
  if (context.state && context.level === 'state' && !states.includes(context.state))
    return [left('state', clause, 'It names another State than the one that runs the scheme.', true)];
  const [only] = states;
  return [firm('state', states.length === 1 ? { fact: 'state', eq: only! } : { fact: 'state', in: states }, clause)];
};

/** 'From a rural area', 'living in villages'. */
export const readArea: Reader = (clause, context) => {
  const { text } = clause;
  const rural = /\b(?:rural|villages?|gram panchayats?)\b/i.test(text);
  const urban = /\b(?:urban|town|city|municipal\w*)\b/i.test(text);
  if (!rural && !urban) return [];
  const lives =
    /\b(?:resid\w*|liv(?:e|es|ing)|belong\w*|be from|is from|are from|come from)\s+(?:in\s+|to\s+|of\s+|from\s+)?(?:an?\s+|the\s+)?(?:(?:state['’]s|notified|remote)\s+)?(rural|urban)\s+(?:areas?|households?|famil(?:y|ies))\b|\b(?:resid\w*|living)\s+in\s+(?:[a-z-]+\s+){0,3}?villages?\b/i.exec(
      text,
    );
  if (!lives || clause.field === 'exclusions') return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant' && subject !== 'family') return [];
  if (rural && urban) return [left('area', clause, 'It names villages and towns.', true)];
  if (/income|₹|\b(?:schools?|colleges?|institut\w*|cent(?:re|er)s?|branch|bank|units?|project)\b/i.test(text))
    return [];
  const doubt = doubtOf(clause);
  if (doubt) return [left('area', clause, doubt.why, doubt.isLoosening)];
  if (
    hasOpenAlternative(text, /^\W*(?:be\s+)?(?:resid|belong|liv|man|woman|girl|above|village)/i, /rural|urban|villag/i)
  )
    return [left('area', clause, 'It offers another way.', true)];
  return [firm('area', { fact: 'area', eq: rural ? 'rural' : 'urban' }, clause)];
};
