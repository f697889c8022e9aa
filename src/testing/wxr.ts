export type WxrItem = { title: string; text?: string; tags?: string[]; isDraft?: boolean };

export const titled = (...titles: string[]): WxrItem[] => titles.map((title) => ({ title }));

/** A WordPress export of the blog https://old.example. */
export function wxr(items: WxrItem[]): string {
  const tag = (one: string) => `<category domain="post_tag" nicename="${one}"><![CDATA[${one}]]></category>`;
  const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-');
  const posts = items.map(
    ({ title, text = `${title} here`, tags = [], isDraft }, index) =>
      `<item><title>${title}</title><link>https://old.example/${slug(title)}/</link><dc:creator>asha</dc:creator><content:encoded><![CDATA[${text}]]></content:encoded>${tags.map(tag).join('')}<wp:post_id>${index + 1}</wp:post_id><wp:post_date_gmt>2019-05-0${(index % 9) + 1} 11:00:00</wp:post_date_gmt><wp:post_type>post</wp:post_type><wp:status>${isDraft ? 'draft' : 'publish'}</wp:status></item>`,
  );
  return `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="c" xmlns:dc="d"><channel><title>S</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${posts.join('')}</channel></rss>`;
}
