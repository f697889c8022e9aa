import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const data = process.env.NAGRIK_DATA;
/** Folder of hostile-input corpora; null where NAGRIK_DATA does not name the data folder. */
export const corpora = data && existsSync(join(data, 'hard')) ? join(data, 'hard') : null;

const lines = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');
const read = (name: string) => {
  const bytes = readFileSync(join(corpora!, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};
const fromCodePoints = (hex: string) =>
  String.fromCodePoint(
    ...hex
      .trim()
      .split(/\s+/)
      .map((point) => Number.parseInt(point, 16)),
  );

export const sqlInjections = () =>
  readdirSync(join(corpora!, 'sqli')).flatMap((name) => lines(read(join('sqli', name))));
export const crossSiteScripts = () => lines(read('xss/payloadbox-xss.txt'));
export const naughtyStrings = () => JSON.parse(read('strings/blns.json')) as string[];

/** Emoji sequences, bidirectional controls, single Indic letters, and texts of the Unicode line-breaking test. */
export function oddScripts(): string[] {
  const emoji = ['unicode/emoji-sequences.txt', 'unicode/emoji-zwj-sequences.txt'].flatMap((name) =>
    lines(read(name))
      .filter((line) => /^[0-9A-F]/.test(line))
      .map((line) => fromCodePoints(line.split(';')[0]!.split('..')[0]!)),
  );
  const signs = ['unicode/BidiMirroring.txt', 'unicode/IndicSyllabicCategory.txt'].flatMap((name) =>
    lines(read(name))
      .filter((line) => /^[0-9A-F]/.test(line))
      .map((line) => `क${fromCodePoints(line.split(';')[0]!.split('..')[0]!)}a`),
  );
  const breaks = lines(read('unicode/LineBreakTest.txt.gz'))
    .filter((line) => /^[×÷]/.test(line))
    .map((line) => fromCodePoints(line.split('#')[0]!.replace(/[×÷]/g, ' ')))
    .filter((text) => text.isWellFormed());
  return [...emoji, ...signs, ...breaks];
}

export const jsonSuite = () =>
  lines(read('json/JSONTestSuite.jsonl.gz')).map((line) => {
    const { file, base64 } = JSON.parse(line) as { file: string; base64: string };
    return { name: file.slice(file.lastIndexOf('/') + 1), bytes: Buffer.from(base64, 'base64') };
  });

/** An evenly spaced sample of `count` items. */
export const spread = <Item>(items: Item[], count: number): Item[] =>
  items.filter((_, index) => index % Math.max(1, Math.ceil(items.length / count)) === 0);
