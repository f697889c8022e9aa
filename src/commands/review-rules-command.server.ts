import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseJson, ReadProgress, readLines } from '../features/importing/read-file.server.ts';
import { reviewOf, type Decision, type Review } from '../features/proposals/decide-conditions.ts';
import { conditionLine, markedText, readTypedCondition } from '../features/proposals/review-proposal.ts';
import type { Proposal } from '../features/proposals/propose-rules.ts';
import { readScheme, type SourceScheme } from '../features/proposals/scheme-source.ts';
import { type Output, readArgs } from '../platform/process/command.ts';
import { isGzip, isOneOf } from './propose-rules-command.server.ts';

const help = `Shows proposed rules one by one, with the words that they rest on, and keeps what you decide.

  npm run review-rules -- proposals.jsonl --texts schemes.jsonl.gz --by "Asha Rao" --out reviewed.jsonl

proposals.jsonl   what npm run propose-rules wrote
--texts FILE      the same schemes file that was proposed from
--by NAME         who decides; readers see the day, editors see the name
--out FILE        gets one line a scheme. It is added to: what is in it is not asked again

For each condition type a letter and Enter:
  a  accept      it is right, and a 'no' that rests on it is certain
  c  change      then type it anew, as { fact: age, gte: 18 }
  r  refuse      it is wrong, or not certain
  all            accept this one and the rest of this scheme
  s  skip        leave this scheme for another day: nothing of it is kept
  q  quit        what is decided stays
At the end of a scheme you are asked whether the text asks for more. If it does, or you just press Enter, readers are told that only some points were checked.

Then: npm run import -- schemes.jsonl.gz --rules reviewed.jsonl
No site, database or network is needed.
Exit status: 0 done or quit, 1 a file cannot be read or written, 2 wrong use.`;

type Asking = { output: Output; ask: (question: string) => Promise<string | null> };
type Outcome = Review | 'skip' | 'quit';

/**
 * @param input lines typed by the reviewer; end of input counts as 'q'
 * @returns the exit status
 */
export async function runReviewRules(
  args: string[],
  output: Output,
  input: AsyncIterable<string>,
  { cwd = process.cwd(), today }: { cwd?: string; today: string },
): Promise<number> {
  // Before any await: readline drops lines that arrive before iteration starts.
  const typed = input[Symbol.asyncIterator]();
  if (args.includes('--help') || args.includes('-h')) {
    output.out(help);
    return 0;
  }
  let given;
  try {
    given = readArgs(args, { texts: { type: 'string' }, by: { type: 'string' }, out: { type: 'string' } });
  } catch (error) {
    return wrongUse(output, (error as Error).message);
  }
  const { texts, by = '', out } = given.values;
  if (given.positionals.length !== 1 || !texts || !out)
    return wrongUse(output, 'Name the proposals, --texts FILE and --out FILE.');
  const name = by.trim();
  if (name === '' || name.length > 120 || /[\p{Cc}\p{Cf}]/u.test(name))
    return wrongUse(output, 'Say with --by who decides, on one line.');
  const [proposalsPath, textsPath, outPath] = [given.positionals[0]!, texts, out].map((file) => resolve(cwd, file));
  if (await isOneOf(outPath!, [proposalsPath!, textsPath!]))
    return wrongUse(output, 'The out file is one of the files to be read.');

  const asking: Asking = {
    output,
    ask: async (question) => {
      output.out(question);
      const next = await typed.next();
      return next.done ? null : next.value.trim();
    },
  };
  try {
    const done = await namesIn(outPath!);
    const counts = { schemes: 0, kept: 0, refused: 0 };
    for await (const { proposal, scheme } of proposalsWithTexts(proposalsPath!, textsPath!)) {
      if (!proposal.rules || done.has(proposal.name)) continue;
      const outcome = await reviewScheme(proposal, scheme, asking, name, today);
      if (outcome === 'quit') break;
      if (outcome === 'skip') continue;
      await appendFile(outPath!, `${JSON.stringify(outcome)}\n`);
      counts.schemes += 1;
      counts.kept += outcome.rules?.all.length ?? 0;
      counts.refused += outcome.refused.length;
    }
    output.out(
      `${counts.schemes} schemes decided: ${counts.kept} conditions kept, ${counts.refused} refused. They are in ${out}.`,
    );
    return 0;
  } catch (error) {
    output.err((error as Error).message);
    return 1;
  }
}

async function reviewScheme(
  proposal: Proposal,
  scheme: SourceScheme | null,
  { output, ask }: Asking,
  by: string,
  on: string,
): Promise<Outcome> {
  const mark = (words: string, number: number) =>
    output.isTty ? `\u001b[7m${number}: ${words}\u001b[27m` : `[${number}: ${words}]`;
  const conditions = proposal.rules!.all;
  output.out(`\n${clean(proposal.name)}${proposal.state ? `, ${proposal.state}` : ''}`);
  if (scheme) for (const line of markedText(scheme, proposal.spans, mark)) output.out(`  ${line}`);
  else output.out('  Its text is not in the file of texts: only the words of each condition are shown.');
  const decisions: Decision[] = [];
  while (decisions.length < conditions.length) {
    const index = decisions.length;
    const { quote } = proposal.spans[index] ?? { quote: null };
    output.out(conditionLine(conditions[index]!, index, conditions.length));
    output.out(quote === null ? '   no words: from the scheme itself' : `   “${clean(quote)}”`);
    const answer = await ask('   accept (a), change (c), refuse (r), all, skip (s), quit (q)?');
    if (answer === null || answer === 'q') return 'quit';
    if (answer === 's') return 'skip';
    if (answer === 'a') decisions.push({ kind: 'accept' });
    else if (answer === 'r') decisions.push({ kind: 'refuse' });
    else if (answer === 'all') while (decisions.length < conditions.length) decisions.push({ kind: 'accept' });
    else if (answer === 'c') {
      const read = readTypedCondition((await ask('   The condition, as { fact: age, gte: 18 }:')) ?? '');
      if ('problem' in read) output.out(`   ${clean(read.problem)}`);
      else decisions.push({ kind: 'change', condition: read.condition });
    } else output.out('   Type one of the letters.');
  }
  const more = decisions.some(({ kind }) => kind !== 'refuse')
    ? await ask('Does the text ask for more than these conditions? (Y/n)')
    : 'y';
  return reviewOf(proposal, decisions, { by, on, isComplete: /^n(?:o)?$/i.test(more ?? '') });
}

/** Merge join: proposals are in the order of their texts, so both files are read once, in parallel. */
async function* proposalsWithTexts(
  proposalsPath: string,
  textsPath: string,
): AsyncGenerator<{ proposal: Proposal; scheme: SourceScheme | null }> {
  const texts = schemesIn(textsPath);
  let ahead: SourceScheme | null = null;
  let isAligned = true;
  for await (const line of linesOf(proposalsPath)) {
    const proposal = parseJson(line) as Proposal;
    if (typeof proposal.name !== 'string' || !Array.isArray(proposal.spans))
      throw new Error('The file of proposals is none: a line has no name or spans.');
    while (isAligned && ahead?.name !== proposal.name) {
      const next = await texts.next();
      if (next.done) isAligned = false;
      else ahead = next.value;
    }
    yield { proposal, scheme: ahead?.name === proposal.name ? ahead : null };
    ahead = null;
  }
}

async function* schemesIn(path: string): AsyncGenerator<SourceScheme> {
  for await (const line of linesOf(path)) {
    let scheme: SourceScheme;
    try {
      scheme = readScheme(parseJson(line));
    } catch {
      continue; // propose-rules has skipped it as well.
    }
    yield scheme;
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const line of readLines({ path, isGzip: await isGzip(path) }, new ReadProgress(0)))
    if (!line.problem) yield line.text;
}

async function namesIn(path: string): Promise<Set<string>> {
  const names = new Set<string>();
  try {
    for await (const line of linesOf(path)) names.add((parseJson(line) as Review).name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return names;
}

const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 500);

function wrongUse(output: Output, message: string): number {
  output.err(`${message}\nSee npm run review-rules -- --help`);
  return 2;
}
