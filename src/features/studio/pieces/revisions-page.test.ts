// @runs slow, in its own process
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { threadTimeOf } from '../../../testing/cpu-time.ts';
import { colleague, dataOf } from '../../../testing/studio.ts';
import { prepared } from '../../../testing/prepared.ts';

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi,ta' } });
const editor = prepared(() => colleague(test, 'editor'));
afterEach(() => vi.restoreAllMocks());

/** Two revisions. @returns the path of their comparison */
async function changed(title: string, before: string, after: string): Promise<string> {
  const { id } = dataOf<{ id: number }>(
    await editor.post('/articles', { title, body: before, categories: ['schemes'] }),
  );
  dataOf(await editor.put(`/articles/${id}`, { baseRevision: 1, title: `${title} now`, body: after }));
  return `/studio/articles/${id}/history?from=1&to=2`;
}
const page = (url: string) => test.app.inject({ url, headers: { cookie: editor.cookies } });

describe('the page of revisions', () => {
  it('shows what differs by word, as readers see it and as it is written', async () => {
    const path = await changed('Fees', 'The **fee** is 10.', 'The **fee** is 20.');
    const seen = (await page(path)).body;
    expect(seen).toContain('<del><span class="vh">[gone] </span>10</del>');
    expect(seen).toMatch(/<ins><span class="vh">\[new\] <\/span> now<\/ins>/);
    expect(seen).not.toContain('took too long to compare');
    const written = (await page(`${path}&as=written`)).body;
    expect(written).toContain('<span>The **fee** is </span>');
    expect(written).toMatch(/<del><span class="vh">\[gone\] <\/span>10<\/del>/);
  });

  it.each([
    ['', 'took too long to compare', 'two neighbouring revisions'],
    ['/hi', 'बहुत समय लग रहा था', 'नीचे की सूची से'],
    ['/ta', 'வேறுபாடு மிக அதிகம்', 'கீழே உள்ள பட்டியலில்'],
  ])('past the deadline says so and what to do, with both texts whole: %s', async (language, told, wayOn) => {
    const path = await changed('Fees', 'The **fee** is 10.', 'The **fee** is 20.');
    vi.spyOn(test.services.pieceTexts, 'run').mockResolvedValue(null);
    const answer = await page(language + path);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain(told);
    expect(answer.body).toContain(wayOn);
    expect(answer.body).toContain('The **fee** is 10.</del>');
    expect(answer.body).toContain('The **fee** is 20.</ins>');
    expect(answer.body).toMatch(/history\?from=1&amp;to=2"/);
  });

  it('compares the costliest texts in another thread', async () => {
    const numbered = (word: string) => Array.from({ length: 9_000 }, (_, at) => `${word}${at * 7919}`).join(' ');
    const large = `${await changed('Numbers', numbered('a'), numbered('b'))}&as=written`;
    const small = `${await changed('Fees', 'The fee is 10.', 'The fee is 20.')}&as=written`;
    expect((await page(large)).body).toContain('took too long to compare');
    // The page itself costs the same with any text; the least of three, because the collector runs in between.
    const leastOf = async (path: string) => {
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1) times.push(await threadTimeOf(async () => void (await page(path))));
      return Math.min(...times);
    };
    expect((await leastOf(large)) - (await leastOf(small))).toBeLessThan(100);
  });
});
