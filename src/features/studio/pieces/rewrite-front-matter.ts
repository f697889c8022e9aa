import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type Node, type Pair, parse, parseDocument, stringify, type YAMLMap } from 'yaml';
import { isRecord } from '../../../platform/wire/is-record.ts';

type Fields = Record<string, unknown>;
type Edit = { from: number; to: number; text: string };

const options = { lineWidth: 0, flowCollectionPadding: true } as const;
const readOptions = { maxAliasCount: 20 };

/** YAML of these fields, as a new file has it. */
const writeYaml = (fields: Fields): string => (Object.keys(fields).length === 0 ? '' : stringify(fields, options));

/**
 * Rewrites only what differs: every other line, comment and quotation mark stays as somebody wrote it. Maps are
 * rewritten key by key, lists as a whole.
 */
export function rewriteYaml(source: string, after: Fields): string {
  const document = parseDocument(source, { uniqueKeys: true });
  const before = document.errors.length > 0 ? null : ((document.toJS(readOptions) ?? {}) as unknown);
  if (!isRecord(before)) return writeYaml(after);
  if (isDeepStrictEqual(before, after)) return source;
  const root = document.contents;
  if (!isMap(root) || root.flow) return writeYaml(after);
  const text = source === '' || source.endsWith('\n') ? source : `${source}\n`;
  let edited = text;
  for (const { from, to, text: written } of editsOf(text, root, before, after).sort((a, b) => b.from - a.from))
    edited = edited.slice(0, from) + written + edited.slice(to);
  return says(edited, after) ? edited : writeYaml(after);
}

function says(source: string, fields: Fields): boolean {
  try {
    return isDeepStrictEqual(parse(source, { uniqueKeys: true, maxAliasCount: 20 }) ?? {}, fields);
  } catch {
    return false;
  }
}

function editsOf(source: string, map: YAMLMap, before: Fields, after: Fields): Edit[] {
  const edits: Edit[] = [];
  const pairs = map.items as Pair<Node, Node | null>[];
  const column = pairs.length > 0 ? columnOf(source, pairs[0]!.key.range![0]) : 0;
  let end = 0;
  for (const { key, value } of pairs) {
    const name = String((key as { value?: unknown }).value);
    const [from, to] = linesOf(source, key, value);
    end = to;
    if (!(name in after)) edits.push({ from, to, text: '' });
    else if (!isDeepStrictEqual(before[name], after[name]))
      edits.push(...editOf(source, { name, value, from, to, column }, before[name], after[name]));
  }
  const added = Object.entries(after).filter(([name]) => !(name in before));
  const text = added.map(([name, value]) => indented({ [name]: value }, column)).join('');
  if (text !== '') edits.push({ from: end, to: end, text });
  return edits;
}

type Place = { name: string; value: Node | null; from: number; to: number; column: number };

function editOf(source: string, { name, value, from, to, column }: Place, before: unknown, after: unknown): Edit[] {
  if (isMap(value) && !value.flow && isRecord(before) && isRecord(after) && Object.keys(after).length > 0)
    return editsOf(source, value as YAMLMap, before, after);
  const isOneLine = value?.range && !source.slice(value.range[0], value.range[1]).includes('\n');
  const inline = isOneLine ? inlineOf(value!, source.slice(value.range![0], value.range![1]), after) : null;
  // The comment behind it stays.
  if (inline !== null) return [{ from: value!.range![0], to: value!.range![1], text: inline }];
  return [{ from, to, text: indented({ [name]: after }, column) }];
}

/** A value of one line, in the style of the one that it replaces; null where it needs lines of its own. */
function inlineOf(node: Node, before: string, value: unknown): string | null {
  const isFlow = 'flow' in node && node.flow === true;
  const isPlain = typeof value !== 'object' || value === null;
  if (!isFlow && !(isScalar(node) && isPlain && value !== null)) return null;
  if (isFlow && isPlain) return null;
  const isQuoted = before.includes('"');
  const written = stringify(value, {
    ...options,
    flowCollectionPadding: !Array.isArray(value),
    collectionStyle: 'flow',
    ...(isQuoted ? { defaultStringType: 'QUOTE_DOUBLE' as const, defaultKeyType: 'PLAIN' as const } : {}),
  }).trimEnd();
  return written.includes('\n') ? null : written;
}

const indented = (fields: Fields, column: number) =>
  stringify(fields, options)
    .split('\n')
    .map((line) => (line === '' ? '' : ' '.repeat(column) + line))
    .join('\n');

const columnOf = (source: string, offset: number) => offset - (source.lastIndexOf('\n', offset - 1) + 1);

/** From the start of the key's line to the end of the value's last line. */
function linesOf(source: string, key: Node, value: Node | null): [number, number] {
  const from = source.lastIndexOf('\n', key.range![0] - 1) + 1;
  const last = Math.max(value?.range?.[1] ?? 0, key.range![1]);
  const inside = source[last - 1] === '\n' ? last - 1 : last;
  const lineEnd = source.indexOf('\n', inside);
  return [from, lineEnd === -1 ? source.length : lineEnd + 1];
}

const fenced = /^(\uFEFF?---[ \t]*\n)([\s\S]*?)(^---[ \t]*(?:\n+|$))$/m;

/**
 * A file's text: its remembered front with only the changed keys rewritten, and the body.
 * @param front as remembered; null for a new file @param isYaml a file without a body, YAML as a whole
 */
export function writeFile(front: string | null, fields: Fields, body: string, isYaml: boolean): string {
  const lineEnd = front?.includes('\r\n') ? '\r\n' : '\n';
  const plain = front?.replaceAll('\r\n', '\n') ?? null;
  const ended = (text: string) => (lineEnd === '\n' ? text : text.replaceAll('\n', lineEnd));
  if (isYaml) return ended(plain === null ? writeYaml(fields) : rewriteYaml(plain, fields));
  const match = plain === null ? null : fenced.exec(plain);
  if (!match) return `---\n${writeYaml(fields)}---\n\n${body}`;
  const [, open, yaml, close] = match as unknown as [string, string, string, string];
  const separated = close.endsWith('\n') || body === '' ? close : `${close}\n`;
  return ended(`${open}${rewriteYaml(yaml, fields)}${separated}${body}`);
}
