// @runs slow
import anyAscii from 'any-ascii';
import { describe, expect, it } from 'vitest';
import './concepts/all.ts';
import { genuineMessages } from './genuine-messages.ts';
import { scamsOfDesk } from '../../testing/scams-of-desk.ts';
import { judgeMessage } from './judge-message.ts';
import { maskReport } from './mask-report.ts';
import { indexScams } from './scam-likeness.ts';

const desk = scamsOfDesk();
const index = indexScams(desk);
const judge = (text: string) => judgeMessage(text, undefined, index, null);

describe('genuine messages', () => {
  it('are none of the known scams, and at most 2% have signs', () => {
    expect(genuineMessages.length).toBeGreaterThanOrEqual(300);
    for (const text of genuineMessages) expect(text).not.toMatch(/(?<!\d)[6-9]\d{9}(?!\d)/);
    const judged = genuineMessages.map((text) => ({ text, outcome: judge(text).outcome }));
    expect(judged.filter(({ outcome }) => outcome === 'known_scam')).toEqual([]);
    const suspected = judged.filter(({ outcome }) => outcome === 'signs').map(({ text }) => text);
    expect([suspected.length / judged.length <= 0.02, suspected]).toEqual([true, suspected]);
  });
});

// Seeded, so that a failure can be repeated.
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const names = ['Rakesh Verma', 'Sunita', 'Inspector Yadav', 'राकेश', 'Mr Khan'];
const links = ['http://pay-now.example/x1', 'bit.example/3xYz', 'https://kyc-help.example'];
const fill = (text: string, random: () => number) =>
  text.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
    const one = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
    if (kind === 'link') return one(links);
    if (kind === 'name') return one(names);
    return String(Math.floor(random() * 90_000) + 1_000);
  });

/** Other spelling: letters doubled, dropped or swapped inside some long words, other capitals and spaces. */
const misspell = (text: string, random: () => number) =>
  text
    .split(' ')
    .map((word) => {
      if (word.length < 6 || /[^a-z]/i.test(word) || random() > 0.25) return word;
      const at = 2 + Math.floor(random() * (word.length - 4));
      const vowel = word.slice(at).search(/[aeiou]/i);
      if (vowel === -1) return word + word.at(-1)!;
      return word.slice(0, at + vowel) + word.slice(at + vowel + 1);
    })
    .join(random() > 0.5 ? ' ' : '  ');
const digits = (text: string) => text.replaceAll('o', '0').replaceAll('O', '0');

const changes: Record<string, (text: string, random: () => number, lang: string) => string> = {
  'other names, amounts, links and numbers': (text) => text,
  'other spelling': misspell,
  'capitals and figures for letters': (text, random) => (random() > 0.5 ? text.toUpperCase() : digits(text)),
  'letters that are not seen': (text) =>
    [...text].map((letter, at) => (at % 7 === 3 ? `${letter}\u200b` : letter)).join(''),
  'Latin letters for Devanagari': (text, _, lang) =>
    // As people type it: 'hain', not 'haim'.
    lang === 'hi' ? anyAscii(text.replaceAll('ं', 'न्')) : text,
  'words before and after': (text) => `Fwd: Dear sir/madam. ${text} Thank you, regards`,
};

describe('a known scam', () => {
  it.each(Object.keys(changes))('is found with %s', (name) => {
    const random = randomFrom(7);
    const missed: string[] = [];
    let tried = 0;
    for (const { id, wordings } of desk)
      for (const { lang, text } of wordings)
        for (let round = 0; round < 3; round += 1) {
          const changed = changes[name]!(fill(text, random), random, lang).slice(0, 5_000);
          const { outcome, matches } = judge(changed);
          tried += 1;
          if (outcome !== 'known_scam' || !matches.some((match) => match.id === id)) missed.push(`${id}: ${changed}`);
        }
    expect([name, missed.length <= tried * 0.02, missed.slice(0, 8)]).toEqual([name, true, missed.slice(0, 8)]);
  });
});

it('reaches the editors without numbers, links and addresses', () => {
  const masked = maskReport(
    'Call 98765 43210 or +91-98765-43210, pay asha@okbank, write to a.b@c.example, see http://x.example/a?b and bit.ly/3x, ref १२३४५६७८९०, Rs 500',
  );
  expect(masked).not.toMatch(/\p{Nd}{4}|okbank|example|bit\.ly/u);
  expect(masked).toContain('Rs 500');
});
