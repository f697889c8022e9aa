import { createHash } from 'node:crypto';
import { z } from 'zod';
import { WrongUse } from '../../../platform/process/command.ts';
import { plainText } from '../../proposals/scheme-source.ts';
import { plainLine } from '../../proposals/split-clauses.ts';
import { checkRules, type Rules } from '../../schemes/rules.ts';
import { scheme as words } from '../../../messages/schemes.ts';
import { SourceBroken } from '../import-source.ts';
import { ReadProgress, readLines } from '../read-file.server.ts';
import { plainName } from './scheme-facts.ts';
import type { Scheme } from './scheme-to-article.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';

export type ReviewedRules = { rules: Rules; isComplete: boolean };
export type SchemeRules = { byName: Map<string, ReviewedRules>; fingerprint: string };

const reviewLine = z.looseObject({ name: z.string(), rules: z.unknown(), isComplete: z.boolean().default(false) });
const mostSchemes = 200_000;

/**
 * Decisions recorded by `npm run review-rules`; of several on one scheme the last wins.
 * @throws WrongUse where a line is not a review or its rules are invalid
 */
export async function readReviewedRules(path: string): Promise<SchemeRules> {
  const byName = new Map<string, ReviewedRules>();
  const hash = createHash('sha256');
  try {
    for await (const line of readLines({ path, isGzip: path.endsWith('.gz') }, new ReadProgress(0))) {
      if (line.problem) throw new WrongUse(`--rules: line ${line.number}: ${line.problem}`);
      hash.update(`${line.text}\n`);
      const { name, rules, isComplete } = readLine(line.text, line.number);
      byName.delete(plainName(name));
      if (rules && byName.size < mostSchemes) byName.set(plainName(name), { rules, isComplete });
    }
  } catch (error) {
    if (error instanceof WrongUse) throw error;
    throw new WrongUse(
      `--rules: ${path} cannot be read: ${error instanceof SourceBroken ? error.message : (error as Error).message}`,
    );
  }
  return { byName, fingerprint: hash.digest('hex') };
}

function readLine(text: string, number: number): { name: string; rules: Rules | null; isComplete: boolean } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WrongUse(`--rules: line ${number} is no JSON.`);
  }
  const parsed = reviewLine.safeParse(value);
  if (!parsed.success) throw new WrongUse(`--rules: line ${number} is no review of a scheme.`);
  const { name, rules, isComplete } = parsed.data;
  if (rules === null || rules === undefined) return { name, rules: null, isComplete: false };
  const checked = checkRules(rules);
  const [problem] = checked.problems;
  if (problem) throw new WrongUse(`--rules: line ${number}, ${problem.path.join('.')}: ${wordProblem(problem)}`);
  return { name, rules: checked.rules, isComplete };
}

/**
 * Only conditions that an editor approved and whose quote is still in the text reach readers.
 * `alsoCheck` tells them where the text asks for more.
 */
export function rulesFor(
  scheme: Scheme,
  reviewed: ReviewedRules | undefined,
): { rules: Rules | null; alsoCheck: string[]; note: string | null } {
  if (!reviewed) return { rules: null, alsoCheck: [], note: null };
  const text = [scheme.details, scheme.eligibility, scheme.exclusions].map(comparable).join('\n');
  const all = reviewed.rules.all.filter(
    ({ quote, reviewedBy, reviewedOn }) =>
      reviewedBy !== undefined && reviewedOn !== undefined && (quote === undefined || text.includes(comparable(quote))),
  );
  const lost = reviewed.rules.all.length - all.length;
  const note =
    lost > 0
      ? `${lost} of its conditions stand on words that its text has no more, or were never checked: left out.`
      : null;
  if (all.length === 0) return { rules: null, alsoCheck: [], note };
  const isComplete = reviewed.isComplete && lost === 0;
  return { rules: { version: 2, all }, alsoCheck: isComplete ? [] : [words.checkedInPart], note };
}

const comparable = (raw: string) => plainText(raw).split('\n').map(plainLine).filter(Boolean).join(' ');
