// How well messages are judged, on labelled ones. A figure counts only on what its makers had not seen: topics are
// parted in two halves by their name's hash, words are added after reading the half 'tune' alone, and 'measure' is run
// when nothing changes any more. 'By signs' is without the desk of known scams, whose wordings may be those of the
// examples.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeMessage } from '../src/features/message-check/judge-message.ts';
import { indexScams } from '../src/features/message-check/scam-likeness.ts';
import { scamsOfDesk } from '../src/testing/scams-of-desk.ts';

type Check = { kind: string; lang: string; topic: string; text: string; signs: string[] };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' }, list: { type: 'boolean', default: false } },
});
const [file = join(import.meta.dirname, 'messages.jsonl')] = positionals;
const halfOf = (topic: string) => (createHash('sha256').update(topic).digest()[0]! % 2 === 0 ? 'tune' : 'measure');
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Check)
  .filter(({ topic }) => values.half === undefined || halfOf(topic) === values.half);
const [known, none] = [indexScams(scamsOfDesk()), indexScams([])];
const judged = rows.map((row) => {
  const bySigns = judgeMessage(row.text, undefined, none, null);
  const { outcome, matches } = judgeMessage(row.text, undefined, known, null);
  const given = bySigns.signs.map(({ id }) => id as string);
  return {
    ...row,
    given,
    right: given.filter((id) => row.signs.includes(id)),
    bySigns: bySigns.outcome !== 'nothing_found',
    called: outcome !== 'nothing_found',
    isKnown: outcome === 'known_scam',
    match: matches[0]?.id,
  };
});
type Judged = (typeof judged)[number];
const sum = (some: Judged[], of: (one: Judged) => number | boolean) =>
  some.reduce((all, one) => all + Number(of(one)), 0);
const ratio = (part: number, whole: number) =>
  `${part}/${whole}${whole ? ` ${Math.round((100 * part) / whole)}%` : ''}`;
const figures = (some: Judged[]) => {
  const [scams, genuine] = [some.filter(({ kind }) => kind === 'scam'), some.filter(({ kind }) => kind !== 'scam')];
  const right = sum(scams, (one) => one.right.length);
  return {
    'found by signs': ratio(
      sum(scams, (one) => one.bySigns),
      scams.length,
    ),
    found: ratio(
      sum(scams, (one) => one.called),
      scams.length,
    ),
    known: ratio(
      sum(scams, (one) => one.isKnown),
      scams.length,
    ),
    'genuine called': ratio(
      sum(genuine, (one) => one.called),
      genuine.length,
    ),
    'signs named': ratio(
      right,
      sum(scams, (one) => one.signs.length),
    ),
    'rightly given': ratio(
      right,
      sum(scams, (one) => one.given.length),
    ),
  };
};
const by = (of: (one: Judged) => string) =>
  Object.fromEntries([...Map.groupBy(judged, of)].toSorted().map(([name, some]) => [name, figures(some)]));
console.table({ all: figures(judged), ...by(({ lang }) => lang) });
console.table(by(({ topic }) => topic));
const ids = [...new Set(judged.flatMap(({ signs, given }) => [...signs, ...given]))];
console.table(
  Object.fromEntries(
    ids.map((id) => [
      id,
      {
        wanted: sum(judged, ({ signs }) => signs.includes(id)),
        right: sum(judged, ({ right }) => right.includes(id)),
        wrong: sum(judged, ({ given, signs }) => given.includes(id) && !signs.includes(id)),
      },
    ]),
  ),
);
if (values.list && values.half !== 'measure')
  for (const { kind, text, topic, signs, given, called, bySigns, match } of judged)
    if (
      (kind === 'scam') !== bySigns ||
      (kind === 'scam') !== called ||
      String(signs.toSorted()) !== String(given.toSorted())
    )
      console.log(
        `\n${kind} ${topic} ${bySigns ? 'signs' : '-'} ${match ?? ''}\n  ${text}\n  missed ${signs.filter((id) => !given.includes(id))}; wrong ${given.filter((id) => !signs.includes(id))}`,
      );
