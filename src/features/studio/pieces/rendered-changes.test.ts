// @runs slow, in its own process
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import { cpuTimeOf } from '../../../testing/cpu-time.ts';
import { dangersIn } from '../../../testing/html-dangers.ts';
import { renderedChanges } from './rendered-changes.server.ts';

const imageSize = () => ({ width: 40, height: 30 });
const html = (markdown: string) => renderMarkdown(markdown, { mode: 'editor', imageSize }).html;
const compare = (before: string, after: string) => renderedChanges(html(before), html(after));
const textIn = (from: string) =>
  from
    .replace(/<span class="vh">\[\w+\] <\/span>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const without = (shown: string, tag: 'ins' | 'del') => {
  let left = shown;
  while (left.includes(`<${tag}`))
    left = left.replace(new RegExp(`<${tag}(?: [^>]*)?>(?:(?!<${tag}).)*?</${tag}>`, 's'), '');
  return left;
};

describe('two revisions as readers see them', () => {
  it('a word that changed stands struck out and underlined inside of its paragraph', () => {
    const shown = compare('The fee is **10 rupees** a year.\n\nAsk.', 'The fee is **20 rupees** a year.\n\nAsk.');
    expect(shown).toMatch(/<strong><del><span class="vh">\[gone\] <\/span>10<\/del><ins>.*20<\/ins> rupees<\/strong>/);
    expect(shown.match(/<(?:ins|del)/g)).toHaveLength(2);
  });

  it('cells of a table and items of a list are compared each by itself', () => {
    const table = (fee: string) => `| Paper | Fee |\n| --- | --- |\n| Card | ${fee} |\n| Copy | 5 |\n`;
    const shown = compare(table('10'), table('20'));
    expect(shown.match(/<table/g)).toHaveLength(1);
    expect(shown).toMatch(/<td class="num"><del>.*10<\/del><ins>.*20<\/ins><\/td>/);
    const list = compare('- One\n- Two\n- Three\n', '- One\n- Three\n');
    expect(textIn(without(list, 'del'))).toBe('One Three');
    expect(list).toContain('Two');
  });

  it('a picture that was replaced, and a list that was a paragraph, stand there whole', () => {
    const picture = compare('![A](/media/articles/a.webp)', '![A](/media/articles/b.webp)');
    expect(picture).toMatch(
      /<del class="studio-whole">.*a\.webp.*<\/del><ins class="studio-whole">.*b\.webp.*<\/ins>/s,
    );
    expect(compare('Bring the card.', '- Bring the card.')).toMatch(/<del.*<p>.*<\/del><ins.*<ul>.*<\/ins>/s);
    expect(compare('See [it](https://a.example/).', 'See [it](https://b.example/).')).toContain('studio-whole');
  });

  it('long texts without a word in common are shown twice, before readers would wait', () => {
    let seed = 1;
    const word = () => `w${(seed = (seed * 48_271) % 2_147_483_647) % 9_999}`;
    const text = () =>
      Array.from({ length: 60 }, () => `<p>${Array.from({ length: 1_300 }, word).join(' ')}</p>`).join('');
    const [before, after] = [text(), text()];
    let shown = '';
    expect(cpuTimeOf(() => (shown = renderedChanges(before, after)))).toBeLessThan(1_200);
    expect(shown.match(/<del class="studio-whole">/g)!.length).toBeGreaterThan(10);
  });

  it('a block that moved is gone from its old place and new in the other', () => {
    const shown = compare('First.\n\nSecond one.\n\nThird.', 'Second one.\n\nThird.\n\nFirst.');
    expect(textIn(without(shown, 'ins'))).toBe('First. Second one. Third.');
    expect(textIn(without(shown, 'del'))).toBe('Second one. Third. First.');
  });

  it('without what is new it is the text before, without what is gone the text after', () => {
    const word = fc.constantFrom('fee', 'card', 'ten', '20', 'rupees', 'फ़ीस', 'मिलता', 'है', '**bold**');
    const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));
    const item = fc
      .array(paragraph, { minLength: 1, maxLength: 3 })
      .map((all) => all.map((one) => `- ${one}`).join('\n'));
    const block = fc.oneof(
      paragraph,
      paragraph.map((one) => `## ${one}`),
      item,
    );
    const text = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join('\n\n'));
    const plain = (one: string) => textIn(one).replace(/\s/g, '');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const shown = compare(before, after);
        expect(plain(without(shown, 'del'))).toBe(plain(html(after)));
        expect(plain(without(shown, 'ins'))).toBe(plain(html(before)));
      }),
      { numRuns: 200 },
    );
  });

  it('adds no danger to hostile texts', () => {
    const hostile = [
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1)) <b onclick=alert(1)>x</b>',
      '<svg><style><img src=x onerror=alert(1)></style></svg>',
      '&lt;script&gt;alert(1)&lt;/script&gt; `<img src=x onerror=alert(1)>`',
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    ];
    const allowed = new Set('p a b strong em code ins del span img ul li pre'.split(' '));
    const isDangerous = (_: string, name: string, value: string) => /^on/i.test(name) || /javascript:/i.test(value);
    for (const before of hostile)
      for (const after of [...hostile, 'Words.'])
        expect(dangersIn(compare(before, after), allowed, isDangerous)).toEqual([]);
  });
});
