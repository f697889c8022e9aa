import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dangersIn, hostileScraps } from '../../testing/html-dangers.ts';
import { renderMarkdown } from './render-markdown.server.ts';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { sanitisedHtml } from './sanitise.server.ts';

/** The gate alone, with HTML that is already text. */
const sanitiseHtml = (html: string) => sanitisedHtml(unified().use(rehypeParse, { fragment: true }).parse(html));

const allowed = new Set(
  'h2 h3 h4 h5 h6 p br hr blockquote pre code kbd samp var ul ol li dl dt dd div section a b strong i em u s del ins mark small sub sup abbr cite q span img table caption thead tbody tfoot tr th td label input figure figcaption ruby rt rp bdi wbr svg use'.split(
    ' ',
  ),
);

const dangersOf = (html: string) =>
  dangersIn(
    html,
    allowed,
    (tag, name, value) =>
      /^on|^style$|^srcdoc$|^formaction$|^xlink/i.test(name) ||
      (name === 'href' &&
        !(
          tag === 'use' ? /^#i-(?:info|tick|alert|scams)$/ : /^(?:https?:\/\/|mailto:|tel:|#s-|\/(?![/\\])|\{origin\})/
        ).test(value)) ||
      (name === 'src' && !value.startsWith('/media/')) ||
      (name === 'id' && !value.startsWith('s-')),
  );

function expectHarmless(source: string): void {
  for (const mode of ['editor', 'imported'] as const) {
    const { html } = renderMarkdown(source, {
      mode,
      resolveLink: (kind, key) => `/${kind}/${encodeURIComponent(key)}`,
      imageSize: () => ({ width: 1, height: 1 }),
      maxMilliseconds: 800,
    });
    expect(dangersOf(html), `${mode}: ${source.slice(0, 300)}`).toEqual([]);
    expect(sanitiseHtml(html), `${mode}, twice: ${source.slice(0, 300)}`).toBe(html);
  }
}

const scraps = fc.constantFrom(
  ...hostileScraps,
  "'",
  ';',
  '=',
  '\u0000',
  '\ud800',
  '</script>',
  '<svg><use href="data:x"/>',
  '<math><mtext><table><mglyph><style>',
  '<div class="call bad">',
  '<div class="papers">',
  '<input type=image>',
  '<template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="x">',
  '<form id=main><input name=children>',
  '<table><td>',
  '<textarea>',
  '<title>',
  '<li id="s-fn-1">',
  '<plaintext>',
  ':::note[',
  ':::facts\n- **a:** b\n:::\n',
  ':::papers\n- a — b\n:::\n',
  '](article:a)',
  '[^1]',
  '\n[^1]: x\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n',
  '{origin}',
  '%7Borigin%7D',
);

describe('hostile text', () => {
  it('whatever is strung together, nothing can run, and sanitising twice changes nothing', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(fc.array(fc.oneof(scraps, scraps, fc.string({ maxLength: 12 })), { maxLength: 40 }), (parts) =>
        expectHarmless(parts.join('')),
      ),
      { numRuns: 150 },
    );
  }, 120_000);

  it('raw HTML through the gate alone is harmless and stays as it is', () => {
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 30 }), (parts) => {
        const once = sanitiseHtml(parts.join(''));
        expect(dangersOf(once)).toEqual([]);
        expect(sanitiseHtml(once)).toBe(once);
      }),
      { numRuns: 600 },
    );
  }, 120_000);
});

const data = process.env.NAGRIK_DATA;
const corpora = data && existsSync(join(data, 'hard')) ? join(data, 'hard') : null;
if (!corpora)
  console.info(
    'NAGRIK_DATA does not name the data folder: the corpora of hostile markdown, XSS and HTML5 are skipped.',
  );

describe.skipIf(!corpora)('corpora', () => {
  const read = (path: string) => {
    const bytes = readFileSync(join(corpora!, path));
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  };

  it('XSS payloads', () => {
    expect.hasAssertions();
    for (const line of read('xss/payloadbox-xss.txt').split('\n')) if (line) expectHarmless(line);
  }, 300_000);

  it('naughty strings', () => {
    expect.hasAssertions();
    for (const text of JSON.parse(read('strings/blns.json')) as string[]) expectHarmless(text);
  }, 120_000);

  it('CommonMark and GFM examples', () => {
    expect.hasAssertions();
    for (const file of ['markdown/commonmark-spec-tests.json', 'markdown/gfm-spec-tests.json']) {
      for (const example of JSON.parse(read(file)) as { markdown: string }[]) expectHarmless(example.markdown);
    }
  }, 120_000);

  it('benchmarks of Markdown parsers, and HTML5 tokenizer cases', () => {
    expect.hasAssertions();
    for (const name of readdirSync(join(corpora!, 'markdown')).filter((file) => file.endsWith('.md')))
      expectHarmless(read(`markdown/${name}`));
    for (const name of readdirSync(join(corpora!, 'html5')).filter((file) => file.startsWith('tokenizer'))) {
      const { tests } = JSON.parse(read(`html5/${name}`)) as { tests?: { input: string }[] };
      for (const [index, { input }] of (tests ?? []).entries()) if (index % 7 === 0) expectHarmless(input);
    }
  }, 300_000);
});
