import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { articles, articleTags, authors, tags } from '../../database/schema.ts';
import { openImportSite } from '../../testing/import-site.ts';

const site = openImportSite();
// Turned round for whoever reads it, and accents that cover the lines above.
const odd = (text: string) => `\u202e${text}\u202c \u200fe${'\u0301'.repeat(40)}`;
const plain = (text: string) => `${text} e\u0301`;
const post = { title: odd('Title'), tag: odd('Tag'), author: odd('Author') };

const sources = {
  ghost: JSON.stringify({
    db: [
      {
        data: {
          posts: [
            { id: 1, title: post.title, slug: 'a', html: '<p>Text</p>', author_id: 1, published_at: '2019-01-01' },
          ],
          users: [{ id: 1, name: post.author }],
          tags: [{ id: 1, name: post.tag }],
          posts_tags: [{ post_id: 1, tag_id: 1, sort_order: 0 }],
        },
      },
    ],
  }),
  wxr: `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:dc="d"><channel><title>S</title><link>https://x.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:author><wp:author_login>one</wp:author_login><wp:author_display_name>${post.author}</wp:author_display_name></wp:author><item><title>${post.title}</title><dc:creator>one</dc:creator><category domain="post_tag" nicename="t">${post.tag}</category><content:encoded><![CDATA[Text]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_date_gmt>2019-05-01 10:00:00</wp:post_date_gmt><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item></channel></rss>`,
  hugo: `---\ntitle: "${post.title}"\nauthor: "${post.author}"\ntags: ["${post.tag}"]\ndate: 2019-01-01\n---\nText\n`,
};
const names = { ghost: 'odd.json', wxr: 'odd.xml', hugo: 'odd/a.md' };

it.each(['ghost', 'wxr', 'hugo'] as const)('titles and names of %s are cleaned as in the studio', async (format) => {
  const name = names[format];
  mkdirSync(join(site.folder, name, '..'), { recursive: true });
  writeFileSync(join(site.folder, name), sources[format]);
  await site.run(name.split('/')[0]!, '--site', 'odd.example');
  const db = site.db();
  const [row] = await db
    .select({ title: articles.title, author: authors.name, tag: tags.displayName })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .innerJoin(articleTags, eq(articleTags.articleId, articles.id))
    .innerJoin(tags, eq(tags.id, articleTags.tagId));
  expect(row).toEqual({ title: plain('Title'), author: plain('Author'), tag: plain('Tag') });
});
