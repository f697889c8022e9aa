import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Converted, ImportOptions, ImportSource } from '../import-source.ts';
import { autop } from './item-to-article.ts';
import { cpuTimeOf } from '../../../testing/cpu-time.ts';
import { openWordPress } from './open-wordpress.server.ts';
import { newFolder } from '../../../testing/new-folder.ts';

const options: ImportOptions = { categoryMap: new Map(), ownCategories: new Map([['rights', 'rights']]) };
const folder = newFolder();
let files = 0;

async function read(xml: string | Buffer): Promise<{ entries: Record<string, Converted | Error>; remarks: string[] }> {
  const path = join(folder, `${(files += 1)}.xml`);
  writeFileSync(path, xml);
  const entries: Record<string, Converted | Error> = {};
  let source: ImportSource | undefined;
  try {
    source = await openWordPress({ path, name: 'x.xml', size: xml.length, isGzip: false, fingerprint: 'x' }, options);
    // As an import does, which looks first whether the name is another site's.
    for await (const _ of source.entries()) break;
    for await (const { name, convert } of source.entries()) {
      try {
        entries[name] = await convert();
      } catch (error) {
        entries[name] = error as Error;
      }
    }
  } catch (error) {
    entries.end = error as Error;
  }
  return { entries, remarks: source?.remarks!() ?? [] };
}

const item = (
  more: string,
  body = 'One\ntwo\n\nthree',
) => `<item><title>A &amp;amp; B</title><link>https://e.org/2019/05/a-b/</link><pubDate>Wed, 01 May 2019 10:00:00 +0000</pubDate><dc:creator><![CDATA[asha]]></dc:creator>
<content:encoded><![CDATA[${body}]]></content:encoded><wp:post_date_gmt>2019-05-01 10:00:00</wp:post_date_gmt><wp:post_name>a-b</wp:post_name><wp:post_type>post</wp:post_type>${more}</item>`;
const wxr = (
  items: string,
  head = '<?xml version="1.0" encoding="UTF-8"?>',
) => `${head}<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:dc="d"><channel><title>Site</title><link>https://e.org</link>
<wp:author><wp:author_login>asha</wp:author_login><wp:author_display_name><![CDATA[Asha Menon]]></wp:author_display_name></wp:author>${items}</channel></rss>`;
const article = (converted: Converted | Error | undefined) => {
  if (!converted || converted instanceof Error || converted.kind !== 'article')
    throw new Error(JSON.stringify(converted) ?? 'nothing');
  return converted;
};

describe('a WordPress export', () => {
  test('gives posts with their author, date, text and old address', async () => {
    const { entries } = await read(
      wxr(
        item(
          '<wp:post_id>7</wp:post_id><wp:status>publish</wp:status><category domain="category" nicename="rights"><![CDATA[Rights]]></category><category domain="post_tag" nicename="x"><![CDATA[X y]]></category>',
        ),
      ),
    );
    expect(article(entries['"A & B"']).article).toMatchObject({
      sourceKey: 'wxr:e.org:7',
      title: 'A & B',
      body: 'One\\\ntwo\n\nthree',
      author: { name: 'Asha Menon' },
      categories: ['rights'],
      tags: ['X y'],
      status: 'published',
      oldPaths: ['/2019/05/a-b/', '/a-b', '/?p=7'],
      publishedAt: new Date('2019-05-01T10:00:00Z'),
    });
  });

  test.each([
    ['private', ''],
    ['trash', ''],
    ['strange', ''],
    ['auto-draft', ''],
    ['publish', '<wp:post_password>x</wp:post_password>'],
  ])('never takes what is %s %s', async (status, more) => {
    const { entries } = await read(wxr(item(`<wp:post_id>7</wp:post_id><wp:status>${status}</wp:status>${more}`)));
    expect(Object.values(entries)).toEqual([expect.objectContaining({ kind: 'skipped' })]);
  });

  test.each([
    ['draft', 'draft'],
    ['pending', 'draft'],
    ['future', 'published'],
    ['publish', 'published'],
  ])('%s is stored as %s', async (status, stored) => {
    const { entries } = await read(wxr(item(`<wp:post_id>7</wp:post_id><wp:status>${status}</wp:status>`)));
    expect(article(Object.values(entries)[0]).article.status).toBe(stored);
  });

  test('reads a ]]> inside CDATA, blocks, captions and galleries', async () => {
    const body =
      '<!-- wp:paragraph --><p>a ]]]]><![CDATA[> b</p><!-- /wp:paragraph --><!-- wp:latest-posts {"x":1} /-->[caption id="1"]<img src="https://e.org/p.jpg" alt="P" /> Cap[/caption][gallery ids="9"] [sic]';
    const attachment =
      '<item><title>Pic</title><wp:post_id>9</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url>https://e.org/g.jpg</wp:attachment_url></item>';
    const { entries } = await read(
      wxr(item('<wp:post_id>7</wp:post_id><wp:status>publish</wp:status>', body) + attachment),
    );
    const taken = article(entries['"A & B"']);
    expect(taken.article.body).toBe(
      'a ]]> b\n\n![P](https://e.org/p.jpg)\n\n*Cap*\n\n![Pic](https://e.org/g.jpg)\n\n\\[sic]',
    );
    expect(taken.notes).toEqual([expect.stringContaining('only WordPress can fill')]);
    expect(entries['"Pic"']).toMatchObject({ kind: 'skipped', reason: expect.stringContaining('media library') });
  });

  test('holds no address of a picture that is longer than any', async () => {
    const picture = (id: number, url: string) =>
      `<item><title>Pic ${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${url}</wp:attachment_url></item>`;
    const pictures = picture(8, `https://e.org/${'a'.repeat(3_000)}.jpg`) + picture(9, 'https://e.org/g.jpg');
    const post = item('<wp:post_id>7</wp:post_id><wp:status>publish</wp:status>', '[gallery ids="8,9"]');
    const { entries } = await read(wxr(post + pictures));
    expect(article(entries['"A & B"']).article.body).toBe('![Pic 9](https://e.org/g.jpg)');
  });

  test('counts comments, which are not taken', async () => {
    const { remarks } = await read(
      wxr(
        item(
          '<wp:post_id>7</wp:post_id><wp:status>publish</wp:status><guid>https://e.org/?p=7</guid><wp:comment><wp:comment_content>hi</wp:comment_content></wp:comment>',
        ),
      ),
    );
    expect(remarks).toEqual([expect.stringContaining('1 comment was not taken')]);
  });

  test('that is cut off gives what is whole, and says where it ends', async () => {
    const { entries } = await read(
      wxr(
        item('<wp:post_id>7</wp:post_id><wp:status>publish</wp:status>') +
          item('<wp:post_id>8</wp:post_id>').slice(0, 200),
      ).slice(0, -60),
    );
    expect(Object.keys(entries)).toEqual(['"A & B"', 'end']);
    expect((entries.end as Error).message).toMatch(/breaks off or is wrong/);
  });

  test.each([
    [
      'entities of its own',
      '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel>&b;</channel></rss>',
      /entities of its own/,
    ],
    [
      'a document type late',
      `${' '.repeat(70_000)}<!DOCTYPE rss SYSTEM "file:///etc/passwd" [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss></rss>`,
      /entities of its own|wrong/,
    ],
    ['tags within each other without end', `<rss><channel><item>${'<b>'.repeat(500)}`, /nested too deep/],
    [
      'attributes without end',
      `<rss><channel><item ${Array.from({ length: 2_000 }, (_attribute, at) => `a${at}=""`).join(' ')}>`,
      /too many attributes/,
    ],
    ['other XML', '<feed></feed>', /no WordPress export/],
    ['nothing', '', /empty/],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(wxr('').slice(0, 300)), Buffer.from([0xff, 0xfe, 0x41])]),
      /UTF-8/,
    ],
    ['an unknown encoding', '<?xml version="1.0" encoding="klingon"?><rss></rss>', /encoding is "klingon"/],
  ])('with %s is refused clearly', async (_, xml, message) => {
    const { entries } = await read(xml);
    expect((entries.end as Error).message).toMatch(message);
  });

  test('with a document type elsewhere is read, and nothing is fetched for it', async () => {
    const named = wxr(
      item('<wp:post_id>7</wp:post_id>'),
      '<?xml version="1.0"?><!DOCTYPE rss SYSTEM "https://e.org/wxr.dtd">',
    );
    expect(article((await read(named)).entries['"A & B"']).article.title).toBe('A & B');
    expect(
      ((await read(named.replace('One', '&secret;'))).entries.end as Error | undefined)?.message ?? 'kept as text',
    ).toMatch(/kept as text|entity/i);
  });

  test('a day that does not exist is no other day, and the report says so', async () => {
    const published = item('<wp:post_id>8</wp:post_id><wp:status>publish</wp:status>');
    const { entries } = await read(wxr(published.replace('01 May', '31 Jun').replace('2019-05-01', '2019-06-31')));
    expect(article(entries['"A & B"'])).toMatchObject({
      article: { publishedAt: null },
      notes: [expect.stringContaining('no date')],
    });
  });

  test('an old page is an article without a date', async () => {
    const page = wxr(item('<wp:post_id>7</wp:post_id>').replace('<wp:post_type>post', '<wp:post_type>page'));
    const { article: taken, notes } = article((await read(page)).entries['"A & B"']);
    expect([taken.publishedAt, notes]).toEqual([null, [expect.stringContaining('A page of the old site')]]);
  });

  test('an entry over 1 MB is lost alone', async () => {
    const { entries } = await read(
      wxr(
        item('<wp:post_id>7</wp:post_id>', 'x'.repeat(1_200_000)) +
          item('<wp:post_id>8</wp:post_id>').replace('A &amp;amp; B', 'Next'),
      ),
    );
    expect((entries['"A & B"'] as Error).message).toMatch(/1\.2 MB/);
    expect(article(entries['"Next"']).article.body).toContain('One');
  });
});

test('classic text gets its paragraphs', () => {
  expect(autop('a\nb\n\n<h2>c</h2>\nd\n<pre>x\n\ny</pre>')).toBe(
    '<p>a<br>\nb</p>\n<h2>c</h2>\n<p>d</p>\n<pre>x\n\ny</pre>',
  );
  const hostile = `${' '.repeat(500_000)}x${'\n '.repeat(200_000)}`;
  expect(cpuTimeOf(() => void autop(hostile))).toBeLessThan(3_000);
});
