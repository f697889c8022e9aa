import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../testing/cpu-time.ts';
import { MarkdownRefused, renderMarkdown, type RenderOptions } from './render-markdown.server.ts';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { sanitisedHtml } from './sanitise.server.ts';
import { wordProblem } from '../wire/word-problem.ts';

/** The gate alone, with HTML that is already text. */
const sanitiseHtml = (html: string) => sanitisedHtml(unified().use(rehypeParse, { fragment: true }).parse(html));

const editor: RenderOptions = {
  mode: 'editor',
  resolveLink: (kind, key) => (key === 'gone' ? null : `/${kind}/${key}`),
  imageSize: (path) => (path === '/media/a.webp' ? { width: 640, height: 360 } : null),
};
const html = (source: string, options: RenderOptions = editor) =>
  renderMarkdown(source, options).html.replace(/>\n+</g, '><').trim();

describe('a right-to-left language', () => {
  it('is marked with its direction, block by block', () => {
    expect(html('حکومت کی مدد\n\nIn English, with اردو inside.\n\n- پہلا\n- دوسرا')).toBe(
      '<p lang="ur" dir="rtl">حکومت کی مدد</p><p>In English, with اردو inside.</p><ul lang="ur" dir="rtl"><li>پہلا</li><li>دوسرا</li></ul>',
    );
  });
});

describe('blocks of our own', () => {
  it('facts become a ledger', () => {
    expect(html(':::facts\n- **Who:** Farmers\n- **Cost to you:** Nothing\n:::')).toBe(
      '<dl class="ledger facts"><div><dt>Who</dt><dd>Farmers</dd></div><div><dt>Cost to you</dt><dd>Nothing</dd></div></dl>',
    );
  });

  it('papers become labelled checkboxes with the words after the dash below', () => {
    expect(html(':::papers[Tick what you have]\n- Aadhaar card — with the same spelling\n- Land record\n:::')).toBe(
      '<div class="papers" role="group" aria-label="Tick what you have"><p>Tick what you have</p><label><input type="checkbox"><span>Aadhaar card</span><small>With the same spelling</small></label><label><input type="checkbox"><span>Land record</span></label></div>',
    );
  });

  it('steps put their bold beginning on a line of its own', () => {
    expect(html(':::steps\n1. **Open the site.** Type it.\n2. **No phone?** Go there.\n:::')).toBe(
      '<ol class="steps"><li><b>Open the site</b>Type it.</li><li><b>No phone?</b>Go there.</li></ol>',
    );
  });

  it.each([
    ['note', 'info'],
    ['good', 'tick'],
    ['warn', 'alert'],
    ['bad', 'scams'],
  ])('%s is a call with its icon', (kind, icon) => {
    expect(html(`:::${kind}[Tenants]\nNot covered.\n:::`)).toBe(
      `<div class="call ${kind}"><svg aria-hidden="true"><use href="#i-${icon}"></use></svg><b>Tenants</b><p>Not covered.</p></div>`,
    );
  });

  it('an unknown block keeps its text and is reported', () => {
    const rendered = renderMarkdown(':::odd\nText\n:::', editor);
    expect(rendered.html).toContain('Text');
    expect(rendered.problems.map(wordProblem)).toEqual(['line 1: unknown block :::odd; its text is shown plainly.']);
  });

  it('times and ratios with a colon stay text', () => {
    expect(html('From 10:30am, 3:1, note:this')).toBe('<p>From 10:30am, 3:1, note:this</p>');
  });
});

describe('tables', () => {
  it('scroll by themselves, have a caption and right-aligned numbers', () => {
    expect(html('Table: Instalments\n| Part | Amount |\n|---|---|\n| First | ₹2,000 |\n| Second | — |')).toBe(
      '<div class="scroll" tabindex="0" role="group" aria-label="Instalments"><table><caption>Instalments</caption><thead><tr><th scope="col">Part</th><th class="num" scope="col">Amount</th></tr></thead>' +
        '<tbody><tr><td>First</td><td class="num">₹2,000</td></tr><tr><td>Second</td><td class="num">—</td></tr></tbody></table></div>',
    );
  });

  it('are named after the heading above where there is no caption', () => {
    expect(html('## Fees\n\n| a | b |\n|---|---|\n| x | y |')).toContain('aria-label="Fees"');
  });
});

describe('headings', () => {
  it('begin at h2, keep their order and have unique ASCII ids', () => {
    const rendered = renderMarkdown('# Who\n\n### पात्रता\n\n# Who', editor);
    expect(rendered.html.replaceAll('\n', '')).toBe(
      '<h2 id="s-who">Who</h2><h3 id="s-patrata">पात्रता</h3><h2 id="s-who-2">Who</h2>',
    );
    expect(rendered.toc).toEqual([
      { id: 's-who', text: 'Who', depth: 2 },
      { id: 's-patrata', text: 'पात्रता', depth: 3 },
      { id: 's-who-2', text: 'Who', depth: 2 },
    ]);
  });
});

describe('links and pictures', () => {
  it('keys lead to pages; what is not there keeps its text and is reported', () => {
    const rendered = renderMarkdown('[a](article:pm-kisan) [b](article:gone)', editor);
    expect(rendered.html.trim()).toBe('<p><a href="/article/pm-kisan">a</a> b</p>');
    expect(rendered.problems.map(wordProblem)).toEqual([
      'The link article:gone leads to nothing that exists; its text is kept.',
    ]);
  });

  it('links of editors pass on trust, imported ones do not', () => {
    expect(html('[a](https://pmkisan.gov.in/)')).toContain('rel="noopener"');
    expect(html('[a](https://pmkisan.gov.in/)', { mode: 'imported' })).toContain('rel="nofollow noopener"');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example:99999',
    'file:///etc/passwd',
    'https://a:b@evil.example/',
  ])('%s is not a link', (href) => {
    const rendered = html(`[text](<${href}>)`);
    expect(rendered).toContain('text');
    expect(rendered).not.toMatch(/href="(?!https:\/\/evil\/?")/);
  });

  it('a backslash cannot lead to another site', () => {
    expect(html('[text](</\\evil>)')).toBe('<p><a href="/%5Cevil">text</a></p>');
    expect(sanitiseHtml('<a href="/\\evil">a</a><a href="//evil">b</a>')).toBe('<a>a</a><a>b</a>');
  });

  it('pictures of ours have their size; others become a link and are listed', () => {
    const rendered = renderMarkdown('![Own](/media/a.webp) ![Far](https://x.example/b.png)', editor);
    expect(rendered.html).toContain(
      '<img src="/media/a.webp" alt="Own" width="640" height="360" loading="lazy" decoding="async">',
    );
    expect(rendered.html).toContain('<a href="https://x.example/b.png" rel="noopener">Picture: Far</a>');
    expect(rendered.images).toEqual([{ url: 'https://x.example/b.png', alt: 'Far' }]);
  });

  it('placeholders of the owner stay, in text and in addresses', () => {
    expect(html('{organization} [mail](mailto:{supportEmail}) [here]({origin}/privacy)')).toBe(
      '<p>{organization} <a href="mailto:{supportEmail}">mail</a> <a href="{origin}/privacy">here</a></p>',
    );
  });
});

describe('raw HTML', () => {
  it('is shown as text and reported where an editor writes it', () => {
    const rendered = renderMarkdown('a <b onclick="x()">c</b>', editor);
    expect(rendered.html.trim()).toBe('<p>a &#x3C;b onclick="x()">c&#x3C;/b></p>');
    expect(wordProblem(rendered.problems[0]!)).toContain('line 1: HTML is not rendered');
  });

  it('is parsed and cleaned where it is imported', () => {
    expect(
      html(
        '<div style="x" onclick="y"><script>alert(1)</script><b class="z" id="main">c</b><svg><use href="#x"/></svg></div>',
        { mode: 'imported' },
      ),
    ).toBe('<b>c</b>');
  });
});

describe('what is said about a text', () => {
  it('counts words, minutes and takes the first paragraph', () => {
    const rendered = renderMarkdown(
      `:::note[No]\nnot this\n:::\n\nFirst paragraph here.\n\n${'word '.repeat(500)}`,
      editor,
    );
    expect(rendered.summary).toBe('First paragraph here.');
    expect(rendered.words).toBe(506);
    expect(rendered.readingMinutes).toBe(3);
  });
});

describe('limits', () => {
  it('a text over 500 kB is refused with a reason', () => {
    expect(() => renderMarkdown('a'.repeat(500_001), editor)).toThrow(MarkdownRefused);
  });

  const bombs: Record<string, string> = {
    'quotes 30,000 deep': `${'>'.repeat(30_000)} a`,
    'half a megabyte of [': '['.repeat(499_000),
    'open emphasis': '*a **a '.repeat(60_000),
    'nested elements': '<div>'.repeat(60_000),
    'formatting elements that are never closed': '<a><b><i>'.repeat(40_000),
    'lists in lists': Array.from({ length: 900 }, (_, depth) => `${'  '.repeat(depth)}- a`)
      .join('\n')
      .slice(0, 499_000),
    'links that never end': '[a]('.repeat(100_000),
    'backticks of all lengths': Array.from({ length: 900 }, (_, length) => '`'.repeat(length)).join('a'),
  };
  it.each(Object.keys(bombs))(
    '%s: no crash, bounded time',
    (name) => {
      for (const mode of ['editor', 'imported'] as const) {
        let rendered!: ReturnType<typeof renderMarkdown>;
        const render = () => void (rendered = renderMarkdown(bombs[name]!, { mode, maxMilliseconds: 300 }));
        expect(cpuTimeOf(render)).toBeLessThan(6_000);
        expect(sanitiseHtml('<p>still works</p>')).toBe('<p>still works</p>');
        expect(typeof rendered.html).toBe('string');
      }
    },
    60_000,
  );
});
