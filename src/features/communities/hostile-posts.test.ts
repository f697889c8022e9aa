// @runs in its own process
import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../platform/wire/errors.ts';
import { bidiControls } from '../../platform/text/visible-text.ts';
import { corpora, crossSiteScripts, naughtyStrings, oddScripts, sqlInjections, spread } from '../../testing/corpora.ts';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { dangersIn, hostileScraps } from '../../testing/html-dangers.ts';
import { join, type Member } from '../../testing/join.ts';
import { renderCommunityText } from './render-community-text.server.ts';
import { isQuick } from './render-in-time.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const allowed = new Set(['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'a', 'ul', 'ol', 'li', 'blockquote']);
const dangersOf = (html: string) =>
  dangersIn(
    html,
    allowed,
    (tag, name, value) =>
      !(tag === 'a' && name === 'href' && /^(?:https?:\/\/|mailto:)/i.test(value)) &&
      !(tag === 'a' && name === 'rel' && value === 'nofollow,ugc,noopener') &&
      !(tag === 'ol' && name === 'start'),
  );

function renderedOrRefused(text: string): string | null {
  try {
    return renderCommunityText(text);
  } catch (error) {
    if (isAppError(error) && error.status === 400 && error.code === 'validation_failed') return null;
    throw error;
  }
}

/** The text renders inert or is refused with a clear message, and either takes little time. */
function expectHarmless(text: string): void {
  let shown: string | null = null;
  expect(
    cpuTimeOf(() => {
      shown = renderedOrRefused(text);
    }),
    text.slice(0, 100),
  ).toBeLessThan(2_000);
  expect(shown === null ? [] : dangersOf(shown), text.slice(0, 200)).toEqual([]);
}

const scraps = fc.constantFrom(
  ...hostileScraps,
  '[x](data:text/html,x)',
  '<javascript:alert(1)>',
  '[^1]: x\n',
  '| a | b |\n|---|---|\n',
  'https://a.example/?a=b&c',
  'a@b.in',
  '~~',
  '> ',
  '- ',
  '1. ',
  '```\n',
);

describe('text from people', () => {
  it('whatever is strung together, nothing can run', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(fc.array(fc.oneof(scraps, scraps, fc.string({ maxLength: 12 })), { maxLength: 40 }), (parts) =>
        expectHarmless(parts.join('')),
      ),
      { numRuns: 300 },
    );
  }, 120_000);

  it.each([
    ['lines end where their writer ended them', 'one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
    [
      'bold, italic, struck out and code',
      '**a** _b_ ~~c~~ `d`',
      '<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>',
    ],
    [
      'lists and quotes',
      '- a\n- b\n\n> c',
      '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<blockquote>\n<p>c</p>\n</blockquote>',
    ],
    [
      'links promise nothing',
      '[a](https://b.in/c)',
      '<p><a href="https://b.in/c" rel="nofollow ugc noopener">a</a></p>',
    ],
    [
      'an address alone becomes a link',
      'see https://b.in/c.',
      '<p>see <a href="https://b.in/c" rel="nofollow ugc noopener">https://b.in/c</a>.</p>',
    ],
    ['a script address is no link', '[a](javascript:alert(1))', '<p>a</p>'],
    [
      'no headings, pictures, tables or HTML',
      '# a\n\n![b](https://c.in/d.png)\n\n<b>e</b>',
      '<p># a</p>\n<p>!<a href="https://c.in/d.png" rel="nofollow ugc noopener">b</a></p>\n<p>&#x3C;b>e&#x3C;/b></p>',
    ],
    [
      'plain text takes the short way to the same',
      'Form 16 & "PAN" > Aadhaar < 5',
      '<p>Form 16 &#x26; "PAN" > Aadhaar &#x3C; 5</p>',
    ],
    ['nothing is nothing', ' \n\n ', ''],
  ])('%s', (_, text, html) => {
    expect(renderCommunityText(text)).toBe(html);
  });

  it.each([
    ['nested quotes', '> '.repeat(50_000)],
    ['nested lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['a list without end', '- a\n'.repeat(25_000)],
    ['emphasis in emphasis', '*a **a '.repeat(15_000)],
    ['brackets', '['.repeat(100_000)],
    ['links in links', '[a](b'.repeat(20_000)],
    ['backticks', '` `` '.repeat(20_000)],
    ['tildes', '~~a '.repeat(25_000)],
  ])('a hundred thousand characters of %s are refused at once', (_, text) => {
    expect(
      cpuTimeOf(() => expect(() => renderCommunityText(text)).toThrow(/too (deeply|many)|more than/)),
    ).toBeLessThan(200);
  });

  it.each(['a ', 'aक', 'a,', 'a·', 'क ', 'a.b '])(
    'rendered inline, a text in an open bracket is cheap: %j',
    (scrap) => {
      for (const length of [900, 4_900, 9_900]) {
        const text = `[${scrap.repeat(length / scrap.length)}](https://c.in)`;
        if (!isQuick(text)) continue;
        // Best of three runs, to leave out a garbage collection pause.
        expect(Math.min(...[1, 2, 3].map(() => cpuTimeOf(() => renderCommunityText(text))))).toBeLessThan(50);
      }
    },
  );

  it('the most absurd text that a post can hold is shown or refused within 200 ms', () => {
    const fill = (scrap: string) => scrap.repeat(Math.ceil(10_000 / scrap.length)).slice(0, 10_000);
    renderCommunityText('**warm** up');
    for (const scrap of [
      '*a **a ',
      '[a](b) ',
      '[',
      '![[',
      '`',
      '> ',
      '- ',
      '- a\n  ',
      '~~a ',
      '\\',
      '***',
      '<a',
      '&amp;',
      'www.a.',
      'a@',
      'https://a.b/(',
      '```\n',
      'a\n',
      '\t- ',
      'a\n\n',
      '> a\n> > b\n',
      '1. a\n',
    ]) {
      const text = fill(scrap);
      // Best of three runs, to leave out a garbage collection pause.
      const times = [1, 2, 3].map(() =>
        cpuTimeOf(() => {
          try {
            renderCommunityText(text);
          } catch (error) {
            if (!isAppError(error)) throw error;
          }
        }),
      );
      expect(Math.min(...times), JSON.stringify(scrap)).toBeLessThan(200);
    }
  }, 60_000);
});

describe.skipIf(!corpora)('the collections of hostile input', () => {
  it('XSS payloads, naughty strings, injections and odd scripts are inert', () => {
    expect.hasAssertions();
    for (const text of [...crossSiteScripts(), ...naughtyStrings(), ...sqlInjections(), ...spread(oddScripts(), 500)])
      expectHarmless(text);
  }, 300_000);

  it('CommonMark and GFM examples, and texts that parsers are measured with, are inert', () => {
    expect.hasAssertions();
    const folder = joinPath(corpora!, 'markdown');
    for (const name of readdirSync(folder)) {
      const text = readFileSync(joinPath(folder, name), 'utf8');
      const texts = name.endsWith('.json')
        ? (JSON.parse(text) as { markdown: string }[]).map(({ markdown }) => markdown)
        : [text, text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000)];
      for (const each of texts) expectHarmless(each);
    }
  }, 300_000);

  describe('posted', () => {
    const test = openTestApp();
    let people: Member[];
    beforeAll(async () => {
      people = [await join(test.services), await join(test.services)];
    });

    const post = async (path: string, payload: object) => {
      const answer = await test.send('POST', `/api/communities/${path}/create`, payload, people[0]!.headers);
      return { status: answer.statusCode, body: answer.json() };
    };

    it('as title, body, comment and reply: stored exactly or refused clearly', async () => {
      const {
        body: { data: question },
      } = await post('question', { title: 'A question to hang them on' });
      const {
        body: { data: comment },
      } = await post('comment', { questionId: question.id, body: 'A comment' });
      const texts = [
        ...spread(naughtyStrings(), 90),
        ...spread(crossSiteScripts(), 90),
        ...spread(sqlInjections(), 30),
        ...spread(oddScripts(), 60),
      ];
      for (const [index, text] of texts.entries()) {
        const [path, payload, field] = [
          ['question', { title: text, body: '' }, 'title'] as const,
          ['question', { title: `Question number ${index} with this body`, body: text }, 'body'] as const,
          ['comment', { questionId: question.id, body: text }, 'body'] as const,
          ['reply', { commentId: comment.id, body: text }, 'body'] as const,
        ][index % 4]!;
        const { status, body } = await post(path, payload);
        const isClear = {
          // Of a title without the controls that turn its direction.
          201: () =>
            body.data[field] === (field === 'title' ? text.replace(bidiControls, '') : text) &&
            dangersOf(body.data.bodyHtml).length === 0,
          400: () =>
            body.details.some(
              (detail: { path: string; message: string }) => detail.path === field && detail.message.length > 0,
            ),
          409: () => body.code === 'conflict',
        }[status];
        expect(isClear?.(), `${path}: ${JSON.stringify(text)}: ${status} ${JSON.stringify(body)}`).toBe(true);
      }
      // Round trip through the database leaves the text unchanged.
      let cursor: string | null = '';
      let seen = 0;
      while (cursor !== null) {
        const list: { data: { body: string }[]; nextCursor: string | null } = (
          await test.send('POST', `/api/communities/question/${question.id}/comments`, {
            size: 50,
            ...(cursor ? { cursor } : {}),
          })
        ).json();
        for (const { body } of list.data) expect(texts.includes(body) || body === 'A comment').toBe(true);
        seen += list.data.length;
        cursor = list.nextCursor;
      }
      expect(seen).toBeGreaterThan(30);
    }, 120_000);
  });
});
