import { translated } from '../../messages/catalogue.ts';
import { papers as words } from '../../messages/papers.ts';
import { stateName } from '../../messages/places.ts';
import { ages, agesFrom, type Condition, type State } from './choices.ts';
import { getErrand } from './errands.ts';
import type { ListedPaper, Use } from './merge-papers.ts';
import { getPaper, type PaperId } from './papers.ts';

export const paperName = (id: PaperId): string => translated(getPaper(id).name);

/** What offices of the State call it, where that is another name. */
export function localName(id: PaperId, state: State | undefined): string | null {
  const name = state && getPaper(id).inStates[state];
  return name ? translated(name) : null;
}

/** Neighbouring groups are one: '18 or more', not '18 to 59 or 60 or more'. */
export function describeAges(groups: Condition['age'] & {}): string[] {
  const isIn = ages.map((age) => groups.includes(age));
  return agesFrom.flatMap((from, at) => {
    if (!isIn[at] || isIn[at - 1]) return [];
    const next = agesFrom[isIn.indexOf(false, at)];
    if (next === undefined) return [words.onlyIf.ageFrom(from)];
    return [from === 0 ? words.onlyIf.ageBelow(next) : words.onlyIf.ageBetween(from, next - 1)];
  });
}

function describeCondition({ age, married, home, state }: Condition): string {
  return [
    age && words.onlyIf.age(describeAges(age)),
    married && (married === 'yes' ? words.onlyIf.married : words.onlyIf.notMarried),
    home && words.onlyIf[home],
    state && words.onlyIf.state(state.map(stateName)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** 'as proof of address; or instead: Voter's card; only if married' */
export function describeUse({ proof, instead, note, openIf }: Use): string {
  return [
    openIf && describeCondition(openIf),
    proof && words.asProof[proof],
    note && translated(note),
    instead.length > 0 && words.instead(instead.map(paperName)),
  ]
    .filter(Boolean)
    .join('; ');
}

/**
 * A paper in a list that is sent as text: its name, and in brackets on what condition it is asked for and whose it is:
 * 'Death certificate (of the husband)'. Where its errands differ, each that says something by name; beside a condition
 * also those that ask everybody for it.
 */
export function describeBriefly({ id, uses }: ListedPaper): string {
  const conditions = new Set(uses.map(({ openIf }) => (openIf ? describeCondition(openIf) : '')));
  const shared = conditions.size === 1 ? [...conditions][0]! : '';
  const described = [...new Set(uses.map(({ errand }) => errand))].map((errand) => ({
    name: translated(getErrand(errand).name),
    text: describeTogether(
      uses.filter((use) => use.errand === errand),
      conditions,
    ),
  }));
  const isAlike = described.every(({ text }) => text === described[0]!.text);
  const notes = isAlike ? [described[0]!.text] : described.map(({ name, text }) => text && `${name}: ${text}`);
  const inBrackets = [shared, ...notes].filter(Boolean).join('; ');
  return inBrackets === '' ? paperName(id) : `${paperName(id)} (${inBrackets})`;
}

/**
 * What one errand says of a paper. Where only one of its reasons has a condition, it says which, after the others: a
 * condition is read as one of all that follows. Beside conditions of other errands it also says that it has none.
 * @param conditions of all errands that ask for the paper; one that they share is said elsewhere
 */
function describeTogether(uses: Use[], conditions: Set<string>): string {
  const isMixed = conditions.size > 1;
  const conditionOf = ({ openIf }: Use) => (isMixed && openIf ? describeCondition(openIf) : '');
  const lines = uses
    .toSorted((one, other) => Number(conditionOf(one) !== '') - Number(conditionOf(other) !== ''))
    .map((use) => ({
      proof: use.proof === null ? '' : words.asProof[use.proof],
      text: [conditionOf(use), use.note && translated(use.note)].filter(Boolean).join('; '),
    }));
  const [first, ...others] = new Set(lines.map(({ text }) => text));
  if (others.length === 0 && (first !== '' || !isMixed)) return first!;
  // A proof can be given by other papers, too, so it is asked of nobody in particular.
  const textOf = ({ proof, text }: (typeof lines)[number]) => [proof, text].filter(Boolean).join(': ');
  return [...new Set(lines.map((line) => textOf(line) || (isMixed ? words.forAll : '')))].filter(Boolean).join('; ');
}
