import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPersonalNumbers } from './features/communities/find-personal-numbers.ts';
import { renderCommunityText } from './features/communities/render-community-text.server.ts';
import type { CheckedMessage } from './features/message-check/message-check.contract.ts';
import { signIn } from './testing/sign-in.ts';
import { openTestApp } from './testing/open-test-app.ts';

// Inputs that readers of similar sites reported, each with what is right.
const folder = `${process.env.NAGRIK_DATA}/bugs`;
const read = <File>(name: string) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as File;
type Message = { text: string; mustHaveSign?: string; mustNotHaveSign?: string; same?: string };
const messages = [
  '01-genuine-site-is-no-lookalike',
  '02-host-as-the-browser-opens-it',
  '03-abbreviations-with-dots',
  '04-number-with-typographic-separators',
  '05-letters-that-nfkc-leaves',
];

describe.skipIf(!existsSync(folder))('what was reported elsewhere', () => {
  const test = openTestApp({ content: 'demo' });

  it.each(messages)('is judged rightly: %s', async (name) => {
    const judge = async (text: string) => {
      const answer = await test.send('POST', '/api/check/message', { text });
      const { outcome, signs } = answer.json<{ data: CheckedMessage }>().data;
      return { outcome, ids: signs.map(({ id }) => id as string) };
    };
    const wrong: unknown[] = [];
    const { cases } = read<{ cases: Message[] }>(name);
    for (const { text, mustHaveSign, mustNotHaveSign, same } of cases) {
      const { outcome, ids } = await judge(text);
      const isRight =
        (!mustHaveSign || ids.includes(mustHaveSign)) &&
        (!mustNotHaveSign || outcome === 'nothing_found') &&
        (!same || (await judge(same)).ids.join(' ') === ids.join(' '));
      if (!isRight) wrong.push({ text, outcome, ids });
    }
    expect(cases.length).toBeGreaterThan(2);
    expect(wrong).toEqual([]);
  });

  it('a number is seen however it is written', () => {
    const { personalNumbers } = read<{ personalNumbers: { text: string; right: string[] }[] }>(messages[3]!);
    for (const { text, right } of personalNumbers)
      expect([text, findPersonalNumbers(text).map(({ kind }) => kind)]).toEqual([text, right]);
  });

  it('an abbreviation with dots finds what it finds without', async () => {
    const firstFor = async (articleText: string) => {
      const answer = await test.send('POST', '/api/search/articles', { articleText });
      return answer.json<{ data: { title: string }[] }>().data[0]?.title;
    };
    type Pair = { with: string; without: string };
    for (const pair of read<{ cases: Pair[] }>('06-search-abbreviation-with-dots').cases) {
      const wanted = await firstFor(pair.without);
      expect(wanted, pair.without).toBeDefined();
      expect([pair.with, await firstFor(pair.with)]).toEqual([pair.with, wanted]);
    }
  });

  it('an address with a capital is a link', () => {
    for (const { text, hrefHost } of read<{ cases: { text: string; hrefHost: string }[] }>('08-capital-scheme').cases)
      expect(renderCommunityText(text)).toMatch(new RegExp(`href="https://${hrefHost}"`, 'i'));
  });

  it('a name that nobody sees, a number or an address is no name, and no title', async () => {
    const { cookies } = await signIn(test);
    for (const { field, value } of read<{ cases: { field: string; value: string }[] }>('10-name-that-nobody-sees')
      .cases) {
      const { statusCode } = await test.app.inject({
        ...(field === 'title'
          ? { method: 'POST' as const, url: '/api/communities/question/create' }
          : { method: 'PATCH' as const, url: '/api/user' }),
        headers: { cookie: cookies, 'sec-fetch-site': 'same-origin' },
        payload: { [field]: value },
      });
      expect([value, statusCode]).toEqual([value, 400]);
    }
  });
});
