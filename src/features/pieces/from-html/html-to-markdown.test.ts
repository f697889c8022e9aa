import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import { cpuTimeOf } from '../../../testing/cpu-time.ts';
import { htmlToMarkdown, withoutRawHtml } from './html-to-markdown.server.ts';

const markdown = (html: string, baseUrl?: string) => htmlToMarkdown(html, { baseUrl }).markdown;

test('spaces in a table cost time in proportion to their number', () => {
  const cell = (spaces: number) => `<table><tr><td colspan="2">a${'\u2003'.repeat(spaces)}b</td></tr></table>`;
  expect(markdown(cell(1))).toContain('a\u2003b');
  const html = cell(40_000);
  expect(cpuTimeOf(() => void markdown(html))).toBeLessThan(500);
});

describe('HTML becomes clean markdown', () => {
  test('headings, marks, lists and line breaks', () => {
    expect(
      markdown('<h2><b>Who</b> can apply</h2><p>One<br>two <b>three</b> H<sub>2</sub>O</p><ul><li>a<li>b</ul>'),
    ).toBe('## Who can apply\n\nOne\\\ntwo **three** H<sub>2</sub>O\n\n- a\n- b');
  });

  test('two line breaks end a paragraph, and looks made by styles become marks', () => {
    expect(
      markdown('<p>a<br><br>b <span style="font-weight:700">c</span> <span style="font-style:italic">d</span></p>'),
    ).toBe('a\n\nb **c** *d*');
  });

  test('a table with a head is a table of markdown, one with spans or without a head stays HTML', () => {
    expect(markdown('<table><tr><th>Year<th>Rate<tr><td>2025<td>7|8</table>')).toBe(
      '| Year | Rate |\n| ---- | ---- |\n| 2025 | 7\\|8 |',
    );
    expect(markdown('<table><tr><td><b>Year</b><td><b>Rate</b><tr><td>1<td>2</table>')).toContain('| Year | Rate |');
    expect(markdown('<table style="x"><tr><td colspan="2" onclick="x()">a</td></tr>\n\n<tr><td>b<td>c</table>')).toBe(
      '<table><tbody><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>',
    );
  });

  test("a figure keeps its caption, a table's caption is its title", () => {
    const { markdown: body, images } = htmlToMarkdown(
      '<figure><img src="/a.png" alt="A map"><figcaption>Where it is</figcaption></figure>',
      { baseUrl: 'https://e.org/' },
    );
    expect(body).toBe('![A map](https://e.org/a.png)\n\n*Where it is*');
    expect(images).toEqual([{ url: 'https://e.org/a.png', alt: 'A map' }]);
    expect(markdown('<figure><table><tr><th>a<tr><td>b</table><figcaption>Rates</figcaption></figure>')).toMatch(
      /^Table: Rates\n\n\| a \|/,
    );
  });

  test('embeds become links, scripts and forms go and are told', () => {
    const result = htmlToMarkdown(
      '<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><form><input name="q"></form><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
    );
    expect(result.markdown).toBe('[Video on YouTube](https://www.youtube.com/watch?v=abcdefghijk)\n\nx');
    expect(result.notes).toEqual(['Left out: a form.']);
  });

  test('text that looks like one of our blocks stays text', () => {
    expect(renderMarkdown(markdown('<p>::: note</p>'), { mode: 'imported' }).html).toContain('::: note');
  });

  test('deep nesting keeps the words', () => {
    expect(markdown('<div>'.repeat(20_000) + 'inside')).toContain('inside');
  });

  test('markdown without HTML is left as it is, and HTML in it goes', () => {
    expect(withoutRawHtml('a  \nb *c*').markdown).toBe('a  \nb *c*');
    expect(withoutRawHtml('## **x**\n\n>>>> <form><script src="y"></script></form>\n\nz').markdown).toBe('## x\n\nz');
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<form><button formaction=javascript:alert(1)>X',
    '"><script>alert(1)</script>',
    '<table background="javascript:alert(1)"><td colspan=2 onmouseover=alert(1)>x',
    '[x](javascript:alert(1))',
    '<pre><code class="language-x onload=1">y</code></pre>',
    '<style>@import "javascript:alert(1)"</style>',
    '<object data="javascript:alert(1)"></object>',
    '<base href="javascript:/a/">',
  ])('%s cannot run on the page', (payload) => {
    const { html } = renderMarkdown(markdown(payload), { mode: 'imported' });
    expect(html).not.toMatch(
      /<script|<iframe|<object|<embed|<svg|<style|<form|<[^>]*\son\w+\s*=|href="\s*(?:javascript|data|vbscript):/i,
    );
  });

  test('any text at all is taken without an error', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<p>',
            '</p>',
            '<table>',
            '<td>',
            '<li>',
            '<b>',
            '</b>',
            '<a href="/x">',
            '<!--',
            '-->',
            '<br>',
            'word',
            '&amp;',
            '<img src=x>',
            '[',
            '|',
            ':::',
            '\n\n',
            '<pre>',
            '<figure>',
          ),
        ),
        (parts) => {
          renderMarkdown(markdown(parts.join('')), { mode: 'imported' });
        },
      ),
      { numRuns: 150 },
    );
  });
});

test('a bare address in imported Markdown ends before a danda and a word of India, as readers see it', () => {
  const markdown = 'देखें https://e.org/a। और https://e.org/bपर <b>भी</b>';
  expect(withoutRawHtml(markdown).markdown).toBe('देखें <https://e.org/a>। और <https://e.org/b>पर **भी**');
});
