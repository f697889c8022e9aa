import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readContentFolder } from '../importing/content/read-folder.server.ts';
import { evaluate } from './evaluate.ts';
import type { Rules } from './rules.ts';

const { files, broken } = await readContentFolder(fileURLToPath(new URL('../../../content', import.meta.url)));
const records = [...files.articles].flatMap(([key, { data }]) =>
  data.scheme?.rules ? [{ key, record: data.scheme, rules: data.scheme.rules }] : [],
);

test('no file of the demonstration is broken, so that every case holds', () => {
  expect(broken).toEqual([]);
  expect(records.length).toBeGreaterThanOrEqual(28);
});

// A result and a list of saved schemes show these lines alone: nothing stands above them.
test('no line on what else to check points to something above it, in files without rules too', () => {
  const lines = [...files.articles].flatMap(([key, { data }]) =>
    (data.scheme?.alsoCheck ?? []).map((line) => ({ key, lang: data.lang, line })),
  );
  expect(new Set(lines.map(({ lang }) => lang))).toEqual(new Set(['en', 'hi']));
  const pointsUp = /(?:named|listed|written|groups) above|ऊपर (?:लिख|के किसी|की किसी)/;
  expect(lines.filter(({ line }) => pointsUp.test(line))).toEqual([]);
});

// A record with an address says 'on the internet, apply only there'.
test('no record names one address where its steps leave the form to an office, a camp or the State', () => {
  const schemes = [...files.articles].flatMap(([key, { data }]) => (data.scheme ? [{ key, ...data }] : []));
  const elsewhere =
    /which portal your State|where your State takes|form of (?:your State|its own)|not by yourself|next camp|bank correspondent|Collector|form at (?:a|your) (?:bank branch|municipality)/;
  const english = schemes.filter(({ lang }) => lang === 'en');
  const left = english.filter(({ scheme }) => elsewhere.test(scheme!.apply?.offline?.join(' ') ?? ''));
  expect(left.length).toBeGreaterThan(7);
  expect(left.filter(({ scheme }) => scheme!.apply?.online).map(({ key }) => key)).toEqual([]);
  const online = new Map(english.map(({ key, scheme }) => [key, scheme!.apply?.online]));
  const translations = schemes.filter(({ translationOf }) => online.has(translationOf ?? ''));
  expect(translations.length).toBeGreaterThan(90);
  const differ = translations.filter(
    ({ scheme, translationOf }) => scheme!.apply?.online !== online.get(translationOf!),
  );
  expect(differ.map(({ key }) => key)).toEqual([]);
});

describe.each(records)('$key', ({ record, rules }) => {
  const verdicts = (checked: Rules) =>
    record.cases.map(({ answers, asOf }) => evaluate(checked, answers, asOf).verdict);

  test('has at least 12 cases, with every verdict among them, and says what else to check', () => {
    expect(record.cases.length).toBeGreaterThanOrEqual(12);
    expect(new Set(record.cases.map(({ verdict }) => verdict))).toEqual(new Set(['yes', 'no', 'unknown']));
    expect(new Set(record.cases.map(({ answers, asOf }) => JSON.stringify([answers, asOf]))).size).toBe(
      record.cases.length,
    );
    expect(record.alsoCheck.length).toBeGreaterThanOrEqual(1);
  });

  test.each(rules.all.map((_, index) => index))('a case fails without condition %i', (index) => {
    const others = rules.all.filter((_, at) => at !== index);
    const rest = others.length === 0 ? record.cases.map(() => 'yes') : verdicts({ ...rules, all: others });
    expect(rest).not.toEqual(verdicts(rules));
  });

  test('a limit that moves by one is seen by a case', () => {
    const moved = limitsMoved(rules);
    expect(moved.filter((one) => JSON.stringify(verdicts(one)) === JSON.stringify(verdicts(rules)))).toEqual([]);
  });

  test('says no in whole sentences', () => {
    const refused = record.cases.filter(({ verdict }) => verdict === 'no');
    for (const { answers, asOf } of refused) {
      const failed = evaluate(rules, answers, asOf).reasons.filter(({ verdict }) => verdict === 'no');
      expect(failed.length).toBeGreaterThanOrEqual(1);
      for (const { text } of failed) expect(text).toMatch(/^[A-Z].*\.$/s);
    }
  });

  test('asks for its official source', () => {
    expect(record.officialUrl).toMatch(/^https:\/\/[a-z0-9.-]+\//);
  });

  test('says what family means where its rules ask about one', () => {
    const asksFamily = /family_member|familyRoles|householdIncome/.test(JSON.stringify(rules));
    expect(asksFamily && !record.alsoCheck.join(' ').includes('‘Family’')).toBe(false);
  });
});

/** Mutants of the rules: each has one integer limit moved by one, to the wider side. */
function limitsMoved(rules: Rules): Rules[] {
  const copies: Rules[] = [];
  const text = JSON.stringify(rules);
  for (const match of text.matchAll(/"(gte|lte)":(\d+)(?=[,}])|"between":\[(\d+),(\d+)\]/g)) {
    const write = (moved: string) =>
      copies.push(JSON.parse(text.slice(0, match.index) + moved + text.slice(match.index + match[0].length)) as Rules);
    const [, bound, limit, low, high] = match;
    if (bound !== undefined) write(`"${bound}":${Number(limit) + (bound === 'lte' ? 1 : -1)}`);
    else {
      write(`"between":[${Number(low) - 1},${high}]`);
      write(`"between":[${low},${Number(high) + 1}]`);
    }
  }
  return copies;
}
