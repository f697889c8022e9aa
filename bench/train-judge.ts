// Learns the weights of the message checker's judge and says how well it judges what it has not learnt from: logistic
// regression over concepts, combinations, links, likeness to known scams and hashed words, by stochastic gradient
// descent with a fixed seed. `--write` stores the weights.
//
// Data: `messages.jsonl`, the known scams of `content/scams` and `genuine-messages.ts` of this repository; with
// NAGRIK_DATA also `messages/checks.jsonl` (made for this project) and the genuine ones of `messages/india-sms.jsonl.gz`
// (github.com/junioralive/india-spam-sms-classification, MIT). `messages/smishing.jsonl.gz` is only measured.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import '../src/features/message-check/concepts/all.ts';
import { readMessage, type Reading } from '../src/features/message-check/find-signs.ts';
import {
  featuresOf,
  learntSigns,
  placeOfWord,
  scale,
  unit,
  type Weights,
} from '../src/features/message-check/learnt-judge.ts';
import { signIds } from '../src/features/message-check/message-check.contract.ts';
import { closestOf, findLikeScams, indexScams, likableOf } from '../src/features/message-check/scam-likeness.ts';
import { genuineMessages } from '../src/features/message-check/genuine-messages.ts';
import { scamsOfDesk } from '../src/testing/scams-of-desk.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
});
/** Places that words are hashed to. */
const places = 4_096;

type Message = {
  set: 'round' | 'own' | 'known' | 'checks' | 'genuine' | 'sms' | 'smishing';
  id?: string;
  kind: string;
  lang: string;
  topic: string;
  script?: string;
  text: string;
  signs?: string[];
};
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message & { label: string });
const outside = (name: string) => {
  const file = join(process.env.NAGRIK_DATA ?? '', 'messages', name);
  if (!process.env.NAGRIK_DATA || !existsSync(file)) return [];
  const bytes = readFileSync(file);
  return linesOf((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
};
const filled = (text: string) =>
  text
    .replaceAll('{number}', '9000012345')
    .replaceAll('{amount}', 'Rs 4,500')
    .replaceAll('{link}', 'http://verify-now.example/x')
    .replaceAll('{file}', 'file.apk');
const desk = scamsOfDesk();
const messages: Message[] = [
  ...linesOf(readFileSync(join(import.meta.dirname, 'messages.jsonl'), 'utf8')).map((row): Message => ({
    ...row,
    set: row.id!.startsWith('own') ? 'own' : 'round',
  })),
  ...outside('checks.jsonl').map((row): Message => ({ ...row, set: 'checks' })),
  ...desk.flatMap(({ id, wordings }) =>
    wordings.map(({ lang, text }): Message => ({
      set: 'known',
      kind: 'scam',
      lang,
      topic: id,
      script: id,
      text: filled(text),
    })),
  ),
  ...genuineMessages.map((text): Message => ({
    set: 'genuine',
    kind: 'genuine',
    lang: 'en',
    topic: text.replaceAll(/[^a-z]/gi, '').slice(0, 8),
    text,
  })),
  ...outside('india-sms.jsonl.gz').flatMap(({ label, text }, at): Message[] =>
    label === 'ham' ? [{ set: 'sms', kind: 'genuine', lang: 'en', topic: String(at % 40), text }] : [],
  ),
];
/** What there is much of counts less. */
const worth = { round: 1, own: 1, known: 1, checks: 1, genuine: 0.4, sms: 0.25, smishing: 0 };

type Row = Message & { isScam: boolean; reading: Reading; words: Set<string>; like: number; without: number };
const index = indexScams(desk);
/** Few words stand in others by chance. */
const isWithin = (some: Set<string>, all: Set<string>) => some.size > 5 && [...some].every((word) => all.has(word));
const wordsOf = (features: Set<string>) => new Set([...features].filter((one) => !/[ :]/.test(one)));
const readingOf = (message: Message): Row => {
  const reading = readMessage(message.text);
  const likable = likableOf(message.text, reading.concepts.keys());
  // Not those that it is itself, or that its beginning has become.
  const wordings = index.wordings.filter(
    ({ features }) => !isWithin(likable.words, features) && !isWithin(wordsOf(features), likable.features),
  );
  const like = findLikeScams(likable, { ...index, wordings });
  // Messages without a label follow what they are most like.
  const script = message.kind === 'scam' ? (message.script ?? like[0]!.scam.id) : undefined;
  return {
    ...message,
    script,
    isScam: message.kind === 'scam',
    reading,
    words: likable.words,
    like: closestOf(like),
    without: closestOf(like.filter(({ scam }) => scam.id !== script)),
  };
};
const rows = messages.map(readingOf);

// Features by number: those of the reading, likeness, then the places of words.
const named = [...new Set(['likeness', ...rows.flatMap(({ reading }) => featuresOf(reading))])].toSorted();
const numberOf = new Map(named.map((name, at) => [name, at]));
type Sparse = [number, number][];
const plainOf = (reading: Reading): Sparse =>
  featuresOf(reading).flatMap((name) => (numberOf.has(name) ? [[numberOf.get(name)!, 1]] : []));
function wholeOf({ reading, words }: Row, like: number): Sparse {
  const all = new Map(plainOf(reading)).set(numberOf.get('likeness')!, like * scale.likeness);
  for (const word of words) {
    const at = named.length + placeOfWord(word, places);
    all.set(at, (all.get(at) ?? 0) + scale.word);
  }
  return [...all];
}

const valueOf = (weights: Float64Array, sparse: Sparse) =>
  sparse.reduce((sum, [at, value]) => sum + weights[at]! * value, 0);

/** @param decay of the weights, against learning by heart */
function learn(examples: { sparse: Sparse; isTrue: boolean; worth: number }[], decay: number): Float64Array {
  const weights = new Float64Array(named.length + places);
  const steps = new Float64Array(weights.length).fill(1e-6);
  const order = [...examples];
  let seed = 12_345;
  for (let epoch = 0; epoch < 40; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const other = seed % (at + 1);
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const { sparse, isTrue, worth: counts } of order) {
      const wrong = (1 / (1 + Math.exp(-valueOf(weights, sparse))) - Number(isTrue)) * counts;
      for (const [at, value] of sparse) {
        const slope = wrong * value + decay * weights[at]!;
        steps[at]! += slope * slope;
        weights[at]! -= (0.15 * slope) / Math.sqrt(steps[at]!);
      }
    }
  }
  return weights;
}
const learnScam = (from: Row[], likeOf: (row: Row) => number) =>
  learn(
    from.map((row) => ({ sparse: wholeOf(row, likeOf(row)), isTrue: row.isScam, worth: worth[row.set] })),
    0.003,
  );
const learnSign = (from: Row[], id: string) =>
  learn(
    from.flatMap(({ reading, signs, isScam }) =>
      isScam && signs ? [{ sparse: plainOf(reading), isTrue: signs.includes(id), worth: 1 }] : [],
    ),
    0.005,
  );

/** From this sum on a message is suspect: chosen by what is left out, below. */
const threshold = 0.25;
const percent = (part: number, whole: number) => (whole ? `${Math.round((100 * part) / whole)}%` : '');

/** Judges each part by what was learnt from the others. */
function leaveOut(name: string, partOf: (row: Row) => string, isScript: boolean): void {
  const likeOf = (row: Row) => (isScript ? row.without : row.like);
  const judged = [...Map.groupBy(rows, partOf)].flatMap(([part, some]) => {
    const tested = some.filter(({ set }) => set === 'round');
    if (tested.length === 0 || part === '') return [];
    const others = rows.filter((row) => partOf(row) !== part);
    const scam = learnScam(others, likeOf);
    const signs = signIds.map((id) => learnSign(others, id));
    return tested.map((row) => ({
      ...row,
      sum: valueOf(scam, wholeOf(row, likeOf(row))),
      given: learntSigns(row.reading, (feature, at) => (signs[at]![numberOf.get(feature) ?? -1] ?? 0) * unit).map(
        ({ id }) => id as string,
      ),
    }));
  });
  const genuineSums = judged.filter(({ isScam }) => !isScam).map(({ sum }) => sum);
  const table = (some: typeof judged) => {
    const scams = some.filter(({ isScam }) => isScam);
    const genuine = some.filter(({ isScam }) => !isScam);
    const over = (list: typeof judged, limit: number) => list.filter(({ sum }) => sum > limit).length;
    const at = (share: number) =>
      genuineSums.toSorted((one, other) => other - one)[Math.floor(share * genuineSums.length)]!;
    const right = scams.flatMap(({ given, signs }) => given.filter((id) => signs!.includes(id))).length;
    return {
      scams: scams.length,
      found: percent(over(scams, threshold), scams.length),
      'genuine called': percent(over(genuine, threshold), genuine.length),
      'found at 2%': percent(over(scams, at(0.02)), scams.length),
      'found at 5%': percent(over(scams, at(0.05)), scams.length),
      'signs named': percent(right, scams.flatMap(({ signs }) => signs!).length),
      'rightly given': percent(right, scams.flatMap(({ given }) => given).length),
    };
  };
  console.log(`\nLeft out: ${name}`);
  const languageOf = ({ lang }: Message) => (['en', 'hi', 'hi-Latn'].includes(lang) ? lang : 'others');
  const byLanguage = [...Map.groupBy(judged, languageOf)].map(([lang, some]) => [lang, table(some)] as const);
  console.table({ all: table(judged), ...Object.fromEntries(byLanguage) });
  if (values.list)
    for (const { isScam, sum, lang, topic, text } of judged)
      if (isScam !== sum > threshold)
        console.log(`${isScam ? 'missed' : 'CALLED'} ${sum.toFixed(1)} ${lang} ${topic}: ${text.slice(0, 200)}`);
}
const tenth = (text: string) => String(placeOfWord(text, 10));
leaveOut('topics, a tenth at a time', (row) => tenth(row.script ?? row.set + row.topic.replaceAll(' ', '_')), true);
leaveOut(
  'a language',
  ({ lang }) => (['en', 'hi', 'hi-Latn', 'hinglish'].includes(lang) ? lang.replace('hinglish', 'hi-Latn') : 'others'),
  false,
);
leaveOut('one of the two makers', ({ set, id }) => (set === 'round' ? id!.slice(0, 2) : ''), false);

const scam = learnScam(rows, ({ like }) => like);
scam[numberOf.get('all')!]! -= threshold;
const smishing = outside('smishing.jsonl.gz').map(({ label, text }) => {
  const row = readingOf({ set: 'smishing', kind: label, lang: 'en', topic: '', text: text.slice(0, 5_000) });
  return { label, sum: valueOf(scam, wholeOf(row, row.like)) };
});
if (smishing.length > 0) {
  const found = (label: string, limit: number) => {
    const some = smishing.filter((row) => row.label === label);
    return percent(some.filter(({ sum }) => sum > limit).length, some.length);
  };
  const hams = smishing
    .flatMap(({ label, sum }) => (label === 'ham' ? [sum] : []))
    .toSorted((one, other) => other - one);
  const limit = hams[Math.floor(hams.length / 100)]!;
  console.log(
    `\nSmishing at 1% of ham: ${found('smishing', limit)}; as it is: ${found('smishing', 0)} at ${found('ham', 0)} of ham`,
  );
}

if (values.write) {
  const signs = signIds.map((id) => learnSign(rows, id));
  const whole = (value: number) => Math.max(-127, Math.min(127, Math.round(value * unit)));
  const weights: Weights = {
    features: Object.fromEntries(
      named.map((name, at) => [name, [scam, ...signs].map((some) => whole(some[at]!)).join(' ')]),
    ),
    words: Buffer.from(Int8Array.from(scam.subarray(named.length), whole).buffer).toString('base64'),
  };
  const file = join(import.meta.dirname, '../src/features/message-check/judge-weights.json');
  writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`);
}
