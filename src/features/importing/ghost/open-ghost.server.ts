import { z } from 'zod';
import { NotTaken, SourceBroken, type ImportOptions, type ImportSource } from '../import-source.ts';
import { readJsonElements } from '../read-json-elements.server.ts';
import { maxEntryBytes, type OpenFile, parseJson, ReadProgress, sourceOfFile } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { NameNeeded, nameOfAddress, nameOfTitle } from '../source-name.ts';
import { convertPost, type GhostTables } from './post-to-article.ts';

const small = ['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta', 'settings'];
const maxRows = 2_000_000;

/**
 * Opens any variant of a Ghost export in two passes: the small tables, then the posts as a stream.
 * @throws SourceBroken, NotTaken, NameNeeded
 */
export async function openGhost(file: OpenFile, given: ImportOptions): Promise<ImportSource> {
  const { found, posts } = await readTables(file);
  if (posts === 0) throw new NotTaken('It is JSON, but no Ghost export: there are no posts in it.');
  const site = given.site ?? nameOfAddress(found.address) ?? nameOfTitle(found.title);
  if (!site) throw new NameNeeded(file.name, 'the export has neither an address nor a title of its own');
  const options = { ...given, site };
  return sourceOfFile(
    file,
    { format: 'ghost', site, formerPrefix: 'ghost:', keysAreNumbers: true },
    async function* (progress) {
      let number = 0;
      for await (const { text, start } of readJsonElements(file, progress, ['posts'])) {
        number += 1;
        const title = /"title"\s*:\s*"((?:[^"\\]|\\.){1,150})"/.exec(start)?.[1];
        yield {
          name: title
            ? `"${oneLine(title.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replace(/\\(.)/g, '$1'))}"`
            : `post ${number}`,
          convert() {
            if (text === null)
              throw new Error(`It has more than ${maxEntryBytes / 1_000_000} MB; at most 1 MB can be one entry.`);
            return convertPost(parseJson(text), found, options);
          },
        };
      }
    },
  );
}

const id = z.union([z.string(), z.number()]).transform(String);
const named = z.looseObject({
  id: id.optional(),
  name: z.string().nullish(),
  slug: z.string().nullish(),
  visibility: z.string().nullish(),
});
const linked = z.looseObject({
  post_id: id,
  tag_id: id.optional(),
  author_id: id.optional(),
  sort_order: z.number().nullish(),
  meta_title: z.string().nullish(),
  meta_description: z.string().nullish(),
});

const setting = z.looseObject({ key: z.string(), value: z.string().nullish() });
/** The original URL from the `{ url, data }` wrapper of a post. */
const originIn = (post: string) => {
  const url = /^\s*\{\s*"url"\s*:\s*"(https?:[^"\\]{1,500})"\s*,\s*"data"/.exec(post)?.[1];
  return (url && URL.parse(url)?.origin) || '';
};

async function readTables(file: OpenFile): Promise<{ found: GhostTables; posts: number }> {
  const found: GhostTables = {
    address: '',
    title: '',
    users: new Map(),
    tags: new Map(),
    postTags: new Map(),
    postAuthors: new Map(),
    postMeta: new Map(),
  };
  let posts = 0;
  let rows = 0;
  const push = (map: Map<string, { id: string; order: number }[]>, key: string, value: string, order: number) =>
    map.set(key, [...(map.get(key) ?? []), { id: value, order }]);
  try {
    for await (const { table, text } of readJsonElements(file, new ReadProgress(file.size), ['posts', ...small])) {
      if (table === 'posts') {
        posts += 1;
        // Where each post has its URL, the first one identifies the site.
        if (posts === 1) found.address ||= originIn(text ?? '');
        continue;
      }
      if (text === null || (rows += 1) > maxRows) continue;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        continue;
      }
      if (table === 'settings') {
        const row = setting.safeParse(value).data;
        if (row?.key === 'url') found.address = row.value ?? '';
        if (row?.key === 'title') found.title = row.value ?? '';
        continue;
      }
      if (table === 'users' || table === 'tags') {
        const row = named.safeParse(value).data;
        if (!row?.id || !row.name) continue;
        if (table === 'users') found.users.set(row.id, row.name);
        else if (!row.name.startsWith('#') && row.visibility !== 'internal') found.tags.set(row.id, row.name);
        continue;
      }
      const row = linked.safeParse(value).data;
      if (!row) continue;
      if (table === 'posts_tags' && row.tag_id) push(found.postTags, row.post_id, row.tag_id, row.sort_order ?? 0);
      if (table === 'posts_authors' && row.author_id)
        push(found.postAuthors, row.post_id, row.author_id, row.sort_order ?? 0);
      if (table === 'posts_meta')
        found.postMeta.set(row.post_id, { title: row.meta_title ?? null, description: row.meta_description ?? null });
    }
  } catch (error) {
    // The second pass reports the truncation; posts before it are imported.
    if (!(error instanceof SourceBroken) || posts === 0) throw error;
  }
  return { found, posts };
}
