// How well messages are judged, on labelled ones. A figure counts only on what its makers had not seen: the shared
// `messages.jsonl` is what the judge has learnt from (`train-judge.ts` says how well it judges what is left out), so run
// this on fresh messages that somebody wrote who has not read the code, once, after the code is frozen.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import '../src/features/message-check/concepts/all.ts';
import { judgeMessage } from '../src/features/message-check/judge-message.ts';
import { indexScams } from '../src/features/message-check/scam-likeness.ts';
import { scamsOfDesk } from '../src/testing/scams-of-desk.ts';

/** `script` is the known scam that a message follows. */
type Check = { kind: string; lang: string; topic: string; script?: string; text: string; signs?: string[] };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
});
const [file = join(import.meta.dirname, 'messages.jsonl')] = positionals;
const known = indexScams(scamsOfDesk());
const judged = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const row = JSON.parse(line) as Check;
    const { outcome, matches, signs } = judgeMessage(row.text, undefined, known, null);
    return {
      ...row,
      called: outcome !== 'nothing_found',
      given: signs.map(({ id }) => id as string),
      match: matches[0]?.id,
    };
  });
type Judged = (typeof judged)[number];
const ratio = (some: Judged[], isTrue: (one: Judged) => boolean) => share(some.filter(isTrue).length, some.length);
const share = (part: number, whole: number) =>
  `${part}/${whole}${whole ? ` ${Math.round((100 * part) / whole)}%` : ''}`;
const rightOf = ({ signs, given }: Judged) => given.filter((id) => signs?.includes(id));
const figures = (some: Judged[]) => {
  const scams = some.filter(({ kind }) => kind === 'scam');
  const genuine = some.filter(({ kind }) => kind !== 'scam');
  const labelled = scams.filter(({ signs }) => signs);
  const right = labelled.flatMap(rightOf).length;
  return {
    found: ratio(scams, ({ called }) => called),
    'genuine called': ratio(genuine, ({ called }) => called),
    'script named': ratio(
      scams.filter(({ script }) => script),
      ({ script, match }) => match === script,
    ),
    'signs named': share(right, labelled.flatMap(({ signs }) => signs!).length),
    'rightly given': share(right, labelled.flatMap(({ given }) => given).length),
  };
};
const by = (of: (one: Judged) => string) =>
  Object.fromEntries([...Map.groupBy(judged, of)].toSorted().map(([name, some]) => [name, figures(some)]));
console.table({ all: figures(judged), ...by(({ lang }) => lang) });
console.table(by(({ topic }) => topic));
const ids = [...new Set(judged.flatMap(({ signs = [], given }) => [...signs, ...given]))];
const count = (isTrue: (one: Judged) => boolean) => judged.filter(isTrue).length;
console.table(
  Object.fromEntries(
    ids.map((id) => [
      id,
      {
        wanted: count(({ signs }) => signs?.includes(id) ?? false),
        right: count((one) => rightOf(one).includes(id)),
        wrong: count(({ given, signs }) => given.includes(id) && !signs?.includes(id)),
      },
    ]),
  ),
);
if (values.list)
  for (const { kind, lang, topic, text, script, called, match, signs = [], given } of judged)
    if ((kind === 'scam') !== called || (called && match !== script))
      console.log(
        `\n${kind} ${lang} ${topic}: ${called ? 'called' : '-'} ${match ?? ''} (${script ?? ''})\n  ${text}\n  wanted ${signs}; given ${given}`,
      );
