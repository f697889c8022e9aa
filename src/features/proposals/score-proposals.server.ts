import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkRules, type Rules } from '../schemes/rules.ts';
import { factsUsed, type Labelled, type Measure, measureProposals } from './measure-proposals.ts';
import { proposeRules } from './propose-rules.ts';
import { readScheme } from './scheme-source.ts';

/** In the folder: the schemes' texts, and rules that were written by hand for some of them. */
const texts = 'schemes.jsonl.gz';
const labels = 'gold.jsonl';

export type Scores = {
  /** By the rules in the folder, from which the program was made. */
  known: Measure;
  /** By rules that somebody wrote who had seen neither program nor proposals, for texts drawn after it was frozen. */
  unseen: Measure;
  schemes: number;
  /** What is wrong with proposed rules, and labelled schemes without a text: none in a right run. */
  problems: unknown[];
};

export const canScore = (folder: string): boolean => [texts, labels].every((name) => existsSync(join(folder, name)));

/** Proposes rules for all texts of the folder and compares them with rules written by hand. */
export function scoreProposals(folder: string): Scores {
  const problems: unknown[] = [];
  const proposed = new Map<string, Rules | null>();
  for (const line of lines(gunzipSync(readFileSync(join(folder, texts))))) {
    const { name, rules, spans } = proposeRules(readScheme(JSON.parse(line)));
    if (spans.length !== (rules?.all.length ?? 0)) problems.push(`${name}: not one span for each condition`);
    if (rules) problems.push(...checkRules(rules).problems);
    proposed.set(name.trim(), rules);
  }
  const labelled = lines(readFileSync(join(folder, labels))).map((line) => JSON.parse(line) as Labelled);
  const unseen = lines(readFileSync(join(import.meta.dirname, 'unseen-labels.jsonl'))).map(
    (line) => JSON.parse(line) as Labelled,
  );
  for (const { name } of [...labelled, ...unseen]) if (!proposed.has(name.trim())) problems.push(`${name}: no text`);
  const facts = factsUsed(labelled.map(({ rules }) => rules));
  return {
    known: measureProposals(labelled, proposed, facts),
    unseen: measureProposals(unseen, proposed, facts),
    schemes: unseen.length,
    problems,
  };
}

const lines = (bytes: Buffer) => bytes.toString('utf8').split('\n').filter(Boolean);
