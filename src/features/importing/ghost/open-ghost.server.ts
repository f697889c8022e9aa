import { z } from 'zod';
import { NotTaken, SourceBroken, type ImportOptions, type ImportSource } from '../import-source.ts';
import { readJsonElements } from '../read-json-elements.server.ts';
import { maxEntryBytes, parseJson, ReadProgress } from '../read-lines.server.ts';
import { oneLine } from '../repair-text.ts';
import type { OpenFile } from '../schemes/read-schemes.server.ts';
import { convertPost, type GhostTables } from './post-to-article.ts';

const tables = new Set(['posts', 'users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta']);
const small = new Set(['users', 'tags', 'posts_tags', 'posts_authors', 'posts_meta']);
const maxRows = 2_000_000;

/** A Ghost export in any of its wrappings, read twice: first the small tables, then the posts one at a time. */
export function openGhost(file: OpenFile, options: ImportOptions): ImportSource {
  const progress = new ReadProgress(file.size);
  return {
    name: file.name,
    format: 'ghost',
    fingerprint: file.fingerprint,
    progress: () => progress.share,
    async *entries() {
      const { found, posts } = await readTables(file);
      if (posts === 0) throw new NotTaken('It is JSON, but no Ghost export: there are no posts in it.');
      let number = 0;
      for await (const element of readJsonElements(file.path, file.isGzip, progress, new Set(['posts']))) {
        number += 1;
        const title = /"title"\s*:\s*"((?:[^"\\]|\\.){1,150})"/.exec(element.start)?.[1];
        yield {
          name: title
            ? `"${oneLine(title.replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replace(/\\(.)/g, '$1'))}"`
            : `post ${number}`,
          convert() {
            if (element.text === null)
              throw new Error(`It has more than ${maxEntryBytes / 1_000_000} MB; at most 1 MB can be one entry.`);
            return convertPost(parseJson(element.text), found, options);
          },
        };
      }
    },
  };
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

async function readTables(file: OpenFile): Promise<{ found: GhostTables; posts: number }> {
  const found: GhostTables = {
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
    for await (const { table, text } of readJsonElements(file.path, file.isGzip, new ReadProgress(file.size), tables)) {
      if (table === 'posts') posts += 1;
      if (!small.has(table) || text === null || (rows += 1) > maxRows) continue;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
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
    // The second reading says where it breaks off; what is whole before that is taken.
    if (!(error instanceof SourceBroken) || posts === 0) throw error;
  }
  return { found, posts };
}
