import type { Clause } from './split-clauses.ts';

/** Why a sentence is not a firm condition; `isLoosening` where it admits people whom another sentence excludes. */
export type Doubt = { why: string; isLoosening: boolean };

const preference =
  /\b(?:prefer(?:ence|red|ably)?|priorit(?:y|ies|i[sz]\w*)|earmark\w*|reserv(?:ed|ation)|weightage|first[- ]come|encouraged|quota)\b/i;
const loosening =
  /\b(?:relax\w*|exempt\w*|not applicable|(?:shall|will|does|do|would) not apply|except|unless|however|irrespective|regardless|no (?:age|income|upper|family|restriction|limit|bar)|without any|waive\w*|also|eligible too|including those|need not|not (?:mandatory|necessary|required)|abolished)\b/i;
const conditional =
  /\b(?:if|in case|in the case|in cases|where|when|whenever|provided|subject to|depending|as per|as applicable|wherever)\b/i;
const optional = /\b(?:may be|might|could|can be|ideally|desirable|optional)\b/i;
const share = /\b\d+(?:\.\d+)?\s*(?:%|percent|per cent)\s*(?:of|for|or more of)\b|\bone[- ](?:third|half)\b/i;
// 'For hostels, …' limits what follows to that case. 'For registration, …' applies to everyone.
const opensWithCase =
  /^\W*(?:(?:in|under) (?:the )?(?:case|category|component)\b|for (?!(?:the |this |an? )?(?:purpose|scheme|benefit|registration|availing|eligib\w*|appl\w*|assistance|membership|enrol\w*|getting|being|all|every|each|any)\b)[^.;]{3,90}?(?:,|:| the applicant\b| must\b| should\b))/i;
const caseOf =
  /\bfor (?:the )?(?:[a-z/&-]+ ){0,3}(?:girls?|boys?|wom[ae]n|m[ae]n|males?|females?|sc|st|sc\/st|obc|general|component|category|individuals?|groups?|shgs?|loans?|day scholars?|hostel\w*|class|phase|first|second|disabled|pwd|residents?|non-?residents?|indian|foreign|hazardous)\b/i;

/** The first reason against using a sentence as a condition, or null. */
export function doubtOf(clause: Clause, text = clause.text): Doubt | null {
  if (clause.headingKind === 'institution')
    return { why: 'It stands under a heading for institutions.', isLoosening: false };
  if (clause.isCut) return { why: 'The sentence is too long to be read for certain.', isLoosening: true };
  if (preference.test(text)) return { why: 'It is a preference, not a condition.', isLoosening: false };
  if (clause.headingKind === 'aside')
    return {
      why: 'It stands under a heading for preferences, relaxations or terms.',
      isLoosening: !preference.test(clause.heading),
    };
  if (loosening.test(text)) return { why: 'It says an exception or a relaxation.', isLoosening: true };
  if (clause.isAlternative) return { why: 'It is one of several ways to be eligible.', isLoosening: true };
  if (clause.headingKind === 'case')
    return { why: `It stands under a heading that may be one case only.`, isLoosening: true };
  if (clause.lead !== '' && conditionalLead(clause.lead))
    return { why: 'It stands in a list for one case.', isLoosening: true };
  if (conditional.test(withoutDates(text)))
    return { why: 'It holds in one case only, or hangs on something else.', isLoosening: true };
  if (opensWithCase.test(text)) return { why: 'It holds for one case only.', isLoosening: true };
  if (optional.test(text)) return { why: 'It says what may be, not what must be.', isLoosening: true };
  if (share.test(text)) return { why: 'It speaks of a share of the people.', isLoosening: false };
  return null;
}

/** Whether a phrase like 'for girls' or 'for Component B' limits it to one case. */
export const speaksOfOneCase = (text: string) => caseOf.test(text);

const conditionalLead = (lead: string) => /\b(?:if|in case|where|when)\b/i.test(lead);

const withoutDates = (text: string) =>
  text.replace(/\b(?:as per|subject to) (?:the )?(?:norms|guidelines|rules|certificate|latest|provisions)\b/gi, '');

const either = /\bor\b|\band\s*\/\s*or\b|(?<=[a-z)])\s*\/\s*(?=[a-z(])/gi;

/**
 * Whether an 'or' (or slash) is left unexplained on either side.
 * @param known words that may begin its other side
 * @param own words of the condition itself, one of which stands before it where none of `known` does
 */
export function hasOpenAlternative(text: string, known: RegExp, own: RegExp): boolean {
  const plain = text.replace(/\b(?:his|he|him)\s*(?:\/|or)\s*(?:hers?|she)\b/gi, 'their');
  for (const match of plain.matchAll(either)) {
    if (!known.test(plain.slice(match.index + match[0].length, match.index + match[0].length + 70))) return true;
    const before = plain.slice(Math.max(0, match.index - 90), match.index);
    const words = [...(/[^.;:]*$/.exec(before)?.[0] ?? before).matchAll(/[^\s/]+/g)].slice(-6);
    const starts = words.map(({ index, input }) => input.slice(index));
    if (starts.length > 0 && !starts.some((start) => known.test(start) || own.test(start))) return true;
  }
  return false;
}
