import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { languages } from '../../messages/languages-here.ts';
import { states } from '../schemes/facts.ts';

/** Where something was read, and on which day ('2026-11-22'). */
const source = z.strictObject({ url: z.url(), readOn: z.iso.date() });
export type Source = z.infer<typeof source>;

const words = z.object({ en: z.string().min(1) }).catchall(z.string().min(1));
const areWords = (of: Record<string, string>) => Object.keys(of).every((language) => languages.includes(language));

/** The same words in each language of the file; English always. */
export const wordsInFile = words.refine(areWords, 'a key is no language of the site');

/** A fee or a time, in words, with its source. */
export const factInFile = words
  .extend({ source: z.url(), readOn: z.iso.date() })
  .transform(({ source: url, readOn, ...text }) => ({ text, source: { url, readOn } }))
  .refine(({ text }) => areWords(text), 'a key is no language of the site');
export type Fact = z.infer<typeof factInFile>;

/** Null: nobody has checked yet. 'own': a paper that comes without applying (a bill, a photo). */
const feeOrTime = z
  .union([z.literal('own'), factInFile])
  .nullable()
  .default(null);

const paper = z.strictObject({
  name: wordsInFile,
  /** Other names in use, as offices and readers write them. */
  otherNames: z.array(z.string()),
  /** What offices of a State call it, where that differs. */
  inStates: z.partialRecord(z.enum(states), wordsInFile).default({}),
  /** Who gives it. */
  from: wordsInFile,
  fee: feeOrTime,
  days: feeOrTime,
  /** What to do without it. */
  without: wordsInFile,
  /** Null: nobody has checked yet. */
  digiLocker: z.enum(['yes', 'in some States', 'no']).nullable().default(null),
});
export type Paper = z.infer<typeof paper>;

/** A key of `papers`, as `papers.yaml` has it. */
export type PaperId = string;

/** @param name of a file of this folder */
export const readDataFile = (name: string): unknown =>
  parse(readFileSync(resolve('src/features/papers', name), 'utf8'));

/** Every paper that an errand can ask for, by its id. A paper appears once in a list, whatever an office calls it. */
export const papers: Readonly<Record<PaperId, Paper>> = z.record(z.string(), paper).parse(readDataFile('papers.yaml'));

/** Throws for an id that `papers.yaml` has not. */
export function getPaper(id: PaperId): Paper {
  const found = papers[id];
  if (!found) throw new Error(`No paper '${id}'`);
  return found;
}

/** Where the answers to "is it in DigiLocker?" were read. */
export const digiLockerSources: Source[] = [
  { url: 'https://www.citizennest.com/guide/digilocker-advanced-features', readOn: '2026-11-22' },
  { url: 'https://righttoinformation.wiki/_export/xhtml/digilocker-issuer-reality-india-2026', readOn: '2026-11-22' },
];
