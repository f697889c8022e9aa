import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();
const known = new Map<string, string>([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
  ['&nbsp;', ' '],
]);

/** Sources often encode twice or more (`&amp;amp;` is `&`), so this decodes up to six times. */
export function decodeEntities(text: string): string {
  let decoded = text;
  for (let round = 0; round < 6; round += 1) {
    const next = decoded.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi, decodeOne);
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}

function decodeOne(entity: string): string {
  let value = known.get(entity);
  if (value === undefined) {
    const node = (parser.parse(entity) as { children: { type: string; value?: string }[] }).children[0];
    value = node?.type === 'text' ? (node.value ?? entity) : entity;
    if (known.size < 5_000) known.set(entity, value);
  }
  return value;
}
