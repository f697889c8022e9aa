import { createWriteStream } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SourceBroken } from '../features/importing/import-source.ts';
import { parseJson, ReadProgress, readLines } from '../features/importing/read-file.server.ts';
import { oneLine } from '../platform/text/repair-text.ts';
import { type Output, readArgs } from '../platform/process/command.ts';
import { proposeRules, type Proposal } from '../features/proposals/propose-rules.ts';
import { readScheme } from '../features/proposals/scheme-source.ts';

const help = `Proposes rules for schemes from their own words, condition by condition, each with its quote. Nothing is published: an editor checks each first.

  npm run propose-rules -- schemes.jsonl.gz --out proposals.jsonl
  npm run propose-rules -- a.jsonl b.jsonl.gz --out proposals.jsonl

FILE is JSON, one scheme a line (scheme_name, level, details, benefits, eligibility, exclusions), plain or gzip.
--out FILE gets one line a scheme, in the same order: name, audience, subject, state, rules or null, spans (the words behind each condition), abstained (words left alone, and why).
--quiet says only what could not be read.

No site, database or network is needed. A file of any length takes the same memory. The out file appears when all is done.
Exit status: 0 done, 1 something could not be read, 2 wrong use.`;

type Counts = { schemes: number; withRules: number; conditions: number; abstained: number; lost: number };

/** @returns the exit status */
export async function runProposeRules(args: string[], output: Output, cwd = process.cwd()): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    output.out(help);
    return 0;
  }
  let given;
  try {
    given = readArgs(args, { out: { type: 'string' }, quiet: { type: 'boolean' } });
  } catch (error) {
    return wrongUse(output, (error as Error).message);
  }
  const files = given.positionals.map((file) => resolve(cwd, file));
  if (files.length === 0) return wrongUse(output, 'Name at least one file of schemes.');
  if (!given.values.out) return wrongUse(output, 'Say with --out where the proposals go.');
  const out = resolve(cwd, given.values.out);
  if (await isOneOf(out, files)) return wrongUse(output, 'The out file is one of the files to be read.');

  const part = `${out}.${process.pid}.part`;
  const counts: Counts = { schemes: 0, withRules: 0, conditions: 0, abstained: 0, lost: 0 };
  const startedAt = performance.now();
  try {
    const quiet = { ...output, isQuiet: given.values.quiet === true };
    await pipeline(async function* () {
      for (const file of files) yield* proposeFile(file, quiet, counts);
    }, createWriteStream(part));
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    output.err(`${given.values.out} was not written: ${(error as Error).message}`);
    return 1;
  }
  if (output.isTty) output.progress('');
  if (!given.values.quiet) output.out(summary(counts, (performance.now() - startedAt) / 1000, given.values.out));
  return counts.lost > 0 ? 1 : 0;
}

type QuietOutput = Output & { isQuiet: boolean };

async function* proposeFile(file: string, output: QuietOutput, counts: Counts): AsyncGenerator<string> {
  const name = basename(file);
  let lastShown = performance.now();
  try {
    const { size } = await stat(file);
    const progress = new ReadProgress(size);
    for await (const line of readLines({ path: file, isGzip: await isGzip(file) }, progress)) {
      const read = line.problem ? { problem: line.problem } : propose(line.text);
      if ('problem' in read) {
        counts.lost += 1;
        if (counts.lost <= 50) output.err(`${name}, line ${line.number}: ${read.problem}`);
        if (counts.lost === 51) output.err('More lines could not be read; they are counted only.');
        continue;
      }
      const { proposal } = read;
      counts.schemes += 1;
      counts.withRules += proposal.rules ? 1 : 0;
      counts.conditions += proposal.rules?.all.length ?? 0;
      counts.abstained += proposal.abstained.length;
      yield `${JSON.stringify(proposal)}\n`;
      const now = performance.now();
      if (output.isQuiet || now - lastShown < (output.isTty ? 200 : 4_000)) continue;
      lastShown = now;
      const shown = `${name}: ${Math.floor(progress.share * 100)}%, ${counts.schemes.toLocaleString('en-IN')} schemes`;
      if (output.isTty) output.progress(shown);
      else output.out(shown);
    }
  } catch (error) {
    if (!(error instanceof SourceBroken) && !('code' in (error as object))) throw error;
    counts.lost += 1;
    output.err(
      `${name}: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'There is no such file.' : (error as Error).message}`,
    );
  }
}

function propose(text: string): { proposal: Proposal } | { problem: string } {
  try {
    return { proposal: proposeRules(readScheme(parseJson(text))) };
  } catch (error) {
    return { problem: oneLine((error as Error).message).slice(0, 200) };
  }
}

export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

export async function isOneOf(out: string, files: string[]): Promise<boolean> {
  const real = (path: string) => realpath(path).catch(() => path);
  const [own, ...others] = await Promise.all([out, ...files].map(real));
  return others.includes(own!);
}

function summary(counts: Counts, seconds: number, out: string): string {
  const count = (value: number) => value.toLocaleString('en-IN');
  return `${count(counts.schemes)} schemes in ${seconds.toFixed(1)} s: ${count(counts.withRules)} with rules, ${count(counts.conditions)} conditions proposed, ${count(counts.abstained)} sentences left alone${counts.lost > 0 ? `, ${count(counts.lost)} NOT READ` : ''}. Written to ${out}.`;
}

function wrongUse(output: Output, message: string): number {
  output.err(`${message}\nSee npm run propose-rules -- --help`);
  return 2;
}
