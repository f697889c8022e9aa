import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { articles, redirects } from '../../../database/schema.ts';
import { openImportSite } from '../../../testing/import-site.ts';
import { languagesIn, originalsOf, placeOf } from './hugo-languages.ts';

const site = openImportSite();
const page = (title: string, more = '', text = 'Text.') =>
  `---\ntitle: "${title}"\ndate: 2021-01-01\n${more}---\n${text}\n`;

function write(name: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(site.folder, name, path, '..'), { recursive: true });
    writeFileSync(join(site.folder, name, path), text);
  }
}

/** Title → language, title of the original, old addresses. */
async function stored() {
  const rows = await site.db().select().from(articles);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const paths = await site.db().select().from(redirects).where(eq(redirects.toKind, 'article'));
  return Object.fromEntries(
    rows.map(({ id, title, lang, groupId }) => [
      title,
      {
        lang,
        of: groupId === null || groupId === id ? null : titles.get(groupId),
        paths: paths.flatMap((one) => (one.toId === id ? [one.fromPath] : [])).sort(),
      },
    ]),
  );
}

const of = 'Fees';
it.each([
  [
    'the name of the file',
    { 'content/blog/fees.hi.md': page('A'), 'content/blog/fees.md': page(of), 'content/z/fees.md': page('Other') },
    { A: { lang: 'hi', of, paths: ['/hi/blog/fees', '/hi/fees'] }, Other: { of: null } },
  ],
  [
    'a bundle',
    { 'content/blog/fees/index.md': page(of), 'content/blog/fees/index.ta.md': page('A') },
    { A: { lang: 'ta', of, paths: ['/ta/blog/fees', '/ta/fees'] } },
  ],
  [
    'translationKey',
    {
      'content/blog/fees.md': page(of, 'translationKey: fee\n'),
      'content/blog/shulk.hi.md': page('A', 'translationKey: fee\n', '{{< ref "fees.md" >}}'),
      'content/blog/second.hi.md': page('B', 'translationKey: fee\n'),
    },
    { A: { lang: 'hi', of: null }, B: { lang: 'hi', of } },
  ],
  [
    'a folder for each language',
    {
      'hugo.toml':
        'defaultContentLanguage = "hi"\n[languages.hi]\ncontentDir = "content/hindi"\n[languages.mr]\ncontentDir = "content/marathi"\n',
      'content/hindi/blog/fees.md': page(of, '', '[x]({{< ref "other.md" >}})'),
      'content/marathi/blog/fees.md': page('A', '', '[x]({{< ref "other.md" >}})'),
    },
    {
      [of]: { lang: 'hi', of: null, paths: ['/blog/fees', '/fees'] },
      A: { lang: 'mr', of, paths: ['/mr/blog/fees', '/mr/fees'] },
    },
  ],
  [
    "the site's first language, shown in a folder too",
    {
      'config/_default/hugo.yaml': 'defaultContentLanguage: hi\ndefaultContentLanguageInSubdir: true\n',
      'config/_default/languages.toml': '[hi]\nweight = 1\n[en]\nweight = 2\n',
      'content/fees.en.md': page('A'),
      'content/fees.md': page(of),
    },
    { [of]: { lang: 'hi', of: null, paths: ['/hi/fees'] }, A: { lang: 'en', of, paths: ['/en/fees'] } },
  ],
])('translations are linked by %s', async (_, files: Record<string, string>, expected: object) => {
  const name = `site-${site.printed.length}-${Object.keys(files).length}-${_.length}`;
  write(name, files);
  expect(await site.run(name, '--site', 'old.example'), site.printed.join('\n')).toBe(0);
  const first = await stored();
  expect(first).toMatchObject({ [of]: { of: null }, ...expected });
  expect(await site.run(name, '--site', 'old.example')).toBe(0);
  expect(await stored()).toEqual(first);
  expect(site.printed.join('\n')).not.toMatch(/[1-9]\d* +changed/);
});

it('in lines too, also where the original stands after its translation in another batch', async () => {
  const lines = [
    { path: 'content/hi/fees.md', raw: page('A') },
    ...Array.from({ length: 60 }, (_, index) => ({ path: `content/en/p${index}.md`, raw: page(`Page ${index}`) })),
    { path: 'content/en/fees.md', raw: page(of) },
  ];
  writeFileSync(join(site.folder, 'lines.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(await site.run('lines.jsonl', '--site', 'old.example'), site.printed.join('\n')).toBe(0);
  expect(await stored()).toMatchObject({ A: { lang: 'hi', of }, [of]: { lang: 'en', of: null } });
});

it.each(['content', 'content/', './content'])('a folder of content may be written %s', (contentdir) => {
  const { written, section } = placeOf('content/hi/post/a.md', languagesIn({ contentdir }));
  expect({ written, section }).toEqual({ written: 'hi', section: ['post'] });
});

it('a path that names no file breaks no reading of the others', () => {
  const files = ['content/a.md', 'content/', '/', './', 'content/a.hi.md'].map((path) => ({ path, key: null }));
  expect(originalsOf(files, languagesIn({})).get('content/a.hi.md')).toBe('content/a.md');
});
