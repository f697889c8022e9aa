import type { Audience } from './audience.ts';
import type { Context } from './reading.ts';
import type { SourceScheme } from './scheme-source.ts';
import type { Clause } from './split-clauses.ts';
import { statesIn } from './places.ts';

const open =
  /\b(?:interns?|internships?|fellowships?|research\w*|scholars? in|awards?|prizes?|medals?|competitions?|contests?|seminars?|workshops?|conferences?|exhibitions?|festivals?|films?|albums?|books?|publications?|publish\w*|troupes?|production of|touris\w*|hotels?|resorts?|invest\w*|industr\w*|enterprises?|entrepreneur\w*|start-?ups?|msmes?|manufactur\w*|units?|incubat\w*|patents?|innovat\w*|export\w*|universit(?:y|ies)|institutes?|alumni|police|armed forces|officers?|employees?|teachers?|lawyers?|advocates?|journalists?|coach(?:es)?|sports?\w*|players?|dramas?|theatre|performances|artistes?|electric vehicles?|ev\b|vehicles?|non-?resident|nri|abroad|pilgrim\w*|all[- ]india|akhil)\b/i;

/**
 * State of a scheme without a residence condition, where only people of that State can benefit: members of its board of
 * workers, its pupils, its farmers, its poor. Otherwise null.
 */
export function stateOfScope(
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
