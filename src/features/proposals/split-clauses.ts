import { kindOfHeading, kindOfLead, type HeadingKind } from './heading-kinds.ts';

export type Field = 'name' | 'details' | 'eligibility' | 'exclusions';

/** One sentence of a scheme's text with its heading and lead. */
export type Clause = {
  field: Field;
  text: string;
  /** Text of the enclosing heading. */
  heading: string;
  headingKind: HeadingKind;
  /** The unfinished sentence that a list completes ('The applicant should:'). */
  lead: string;
  /** One of several alternatives, so it holds only for some people. */
  isAlternative: boolean;
  /** Truncated: an exception may follow in the unread part. */
  isCut: boolean;
};

const keepsOut =
  /\b(?:not be|not eligible|ineligible|non-eligib\w*|shall not|must not|should not|cannot|not qualify|exclu(?:ded|sions?|sion criteria))\b/i;

type Line = { kind: 'item' | 'heading' | 'text' | 'or' | 'table'; mark: string; indent: number; text: string };

const mostClauses = 600;
const longestSentence = 1_200;

/** Parses headings, lists, tables and sentences of one field, in order. */
export function splitClauses(text: string, field: Field): Clause[] {
  const clauses: Clause[] = [];
  let heading = '';
  let headingKind: HeadingKind = 'plain';
  let lead: (Line & { kinds: ReturnType<typeof kindOfLead>; children: number }) | null = null;
  let isJoined = false;
  let lastGroup: Clause[] = [];

  for (const line of linesOf(text)) {
    if (clauses.length >= mostClauses) break;
    if (line.kind === 'heading') {
      heading = line.text;
      headingKind = kindOfHeading(line.text);
      lead = null;
      isJoined = false;
      // A heading may state a condition itself, and 'Note: ...' has content.
      if (line.text.length > 40 && !/:\s*$/.test(line.text)) push(line.text, '', false);
      continue;
    }
    if (line.kind === 'or') {
      for (const one of lastGroup) one.isAlternative = true;
      isJoined = lastGroup.length > 0;
      continue;
    }
    if (lead && lead.children > 0 && line.kind === 'item' && line.mark === lead.mark && line.indent <= lead.indent)
      lead = null;
    if (lead && line.kind === 'item' && line.mark === lead.mark && line.indent <= lead.indent && lead.kinds !== 'any')
      lead = null;
    if (lead && line.kind === 'text' && lead.children > 0) lead = null;
    const opens =
      /[:：]\W*$|\b(?:following|as follows|as under|namely)\W*$/i.test(line.text) ||
      (line.kind === 'text' && /\b(?:any|one|either)\b(?: one)?(?: or more)? of the following\b/i.test(line.text));
    if (opens && line.text.length < 400) {
      lead = { ...line, kinds: kindOfLead(line.text), children: 0 };
      if (line.text.length > 40) push(line.text, '', false);
      continue;
    }
    if (lead) lead.children += 1;
    push(line.text, lead?.text ?? '', line.kind === 'table' || (lead !== null && lead.kinds !== 'all'));
    if (/\b(?:or|and\s*\/\s*or)[\s*,;:)]*$/i.test(line.text)) {
      for (const one of lastGroup) one.isAlternative = true;
      isJoined = true;
    }
  }
  markListedGroups(clauses);
  return clauses;

  function push(text: string, above: string, isAlternative: boolean) {
    const joins = isJoined || /^\W*or\b(?!\s+above)/i.test(text);
    if (joins) for (const one of lastGroup) one.isAlternative = true;
    isJoined = false;
    const refuses = field === 'exclusions' || keepsOut.test(above) || (text !== heading && keepsOut.test(heading));
    lastGroup = sentencesOf(text).map((sentence) => ({
      field: refuses ? 'exclusions' : field,
      text: sentence.slice(0, longestSentence),
      isCut: sentence.length > longestSentence,
      heading,
      headingKind: refuses && headingKind === 'case' ? 'plain' : headingKind,
      lead: above,
      // In a list of exclusions each alternative excludes independently.
      isAlternative: !refuses && (isAlternative || joins),
    }));
    clauses.push(...lastGroup);
  }
}

const group =
  /^\W*(?:the |all |any )?(?:[a-z-]+ ){0,2}(?:children|child|students?|women|woman|girls?|boys?|widows?|farmers?|families|persons?|individuals?|households?|youths?|workers?|dependents?|patients?|wards?|orphans?|members?)\b/i;
const asks = /\b(?:should|must|shall|will|are|is|can|may|has to|have to|need|belongs?)\b/i;

/** 'Children who …', 'Children of …' in successive lines without a verb are alternatives. */
function markListedGroups(clauses: Clause[]) {
  const listed = clauses.filter(({ text, field }) => field === 'eligibility' && group.test(text) && !asks.test(text));
  if (listed.length >= 2) for (const one of listed) one.isAlternative = true;
}

function linesOf(text: string): Line[] {
  return (
    text
      .replace(/ *[•●▪◦➢❖✓\uf0b7] */g, '\n- ')
      // List items merged into one line: 'the portal.1. The next', '- one  - two'.
      .replace(/(?<=[.;)a-z]) ?(?=\d{1,2}\. ?(?:The|An?|Must|Should|Applicants?)\b)/g, '\n')
      .replace(/(?<=\S) {2,}- (?=[A-Z])/g, '\n- ')
      .split('\n')
      .map(lineOf)
      .filter((line) => line.text !== '' || line.kind === 'or')
  );
}

function lineOf(raw: string): Line {
  const indent = /^[ >]*/.exec(raw)![0].length;
  let text = raw.trim();
  const isQuoted = text.startsWith('>');
  text = text.replace(/^(?:>\s*)+/, '');
  const hashed = /^#{1,6}\s*/.exec(text);
  if (hashed) text = text.slice(hashed[0].length);
  const wholeBold = /^[*_]{2,}\s*([^*]{2,160}?)\s*[*_]{2,}\s*[:.\-–]*\s*$/.exec(text);
  if (/^\|.*\|$/.test(text) || (text.match(/ \| /g)?.length ?? 0) >= 2)
    return { kind: 'table', mark: '|', indent, text: /^[|\s:-]+$/.test(text) ? '' : plainLine(text) };
  const marked = /^(?:([-*+–—])\s+|((?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)])+)\s*)(?=\S)/i.exec(wholeBold ? '' : text);
  const body = plainLine(marked ? text.slice(marked[0].length) : text);
  if (/^\W*(?:or|and\s*\/\s*or|either|अथवा|या)\W*$/iu.test(body) && body.length < 14)
    return { kind: 'or', mark: '', indent, text: body };
  if (hashed || wholeBold || (isQuoted && body.length < 90 && !/[.]$/.test(body) && !marked))
    return { kind: 'heading', mark: '', indent, text: body };
  const bold = marked ? /^\s*[*_]{2,}[^*]{2,90}[*_]{2,}\s*[:\-–]?\s*$/.test(text.slice(marked[0].length)) : false;
  if (bold) return { kind: 'heading', mark: '', indent, text: body };
  return { kind: marked ? 'item' : 'text', mark: marked ? (marked[1] ?? '1.') : '', indent, text: body };
}

/** Without emphasis marks, whitespace collapsed. */
export const plainLine = (text: string) =>
  text
    .replace(/[*_\\`]{2,}|(?<![\p{L}\p{N}])[*_`]|[*_`](?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const abbreviation =
  /(?:^|[\s(.])(?:[A-Za-z]|Rs|Re|Dr|Mr|Ms|Mrs|Smt|Shri|Sh|Govt|Gov|No|Nos|St|vs|etc|viz|Dept|Deptt|Ltd|Pvt|Co|Sc|Com|Tech|Phil|Ph|Edu?|approx|Std|Hon|Adv|cl|i\.e|e\.g)\.$/;

/** Splits sentences, but not at abbreviations and decimals: 'Rs. 3.00', 'U.T. of', 'B.Sc. students'. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let part = '';
  for (const piece of text.split(/(?<=[.?!।])\s+/)) {
    part = part === '' ? piece : `${part} ${piece}`;
    if (abbreviation.test(part) || /^\W*\d{0,2}[.)]?$/.test(part)) continue;
    sentences.push(part);
    part = '';
  }
  if (part !== '') sentences.push(part);
  return sentences.filter((sentence) => /[\p{L}]{2}/u.test(sentence));
}
