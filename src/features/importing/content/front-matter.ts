import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

export type Parsed<Value> = { value: Value; problems: string[] };

/** A file that cannot be taken; each message names file, line and field. */
export class BrokenFile extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }
}

const fence = /^---[ \t]*\n([\s\S]*?)(?:^---[ \t]*(?:\n|$))/m;

/**
 * A file's YAML front matter by its schema, and the text after it.
 * @param file as messages name it, `content/articles/x.md`
 * @throws BrokenFile
 */
export function readFrontMatter<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): { data: z.output<Schema>; body: string; bodyLine: number } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const match = fence.exec(text);
  if (!match || match.index !== 0)
    throw new BrokenFile([`${file}: it must begin with front matter between two lines of ---`]);
  const data = readYaml(file, match[1]!, schema, 1);
  const body = text.slice(match[0].length).replace(/^\n+/, '');
  return { data, body, bodyLine: match[0].split('\n').length };
}

/** @param linesBefore lines of the file above the YAML */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  linesBefore = 0,
): z.output<Schema> {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false, uniqueKeys: true });
  const lineAt = (offset: number) => counter.linePos(offset).line + linesBefore;
  if (document.errors.length > 0) {
    throw new BrokenFile(
      document.errors.map((error) => `${file}:${lineAt(error.pos[0])}: ${error.message.split('\n')[0]}`),
    );
  }
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 20 }) ?? {});
  if (parsed.success) return parsed.data;
  throw new BrokenFile(
    parsed.error.issues.map((issue) => {
      const path = issue.path.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part)));
      const line = lineOf(document, issue.path as (string | number)[], lineAt);
      return `${file}${line}: ${path.length > 0 ? `${path.join('.')}: ` : ''}${issue.message}`;
    }),
  );
}

type Node = { range?: [number, number, number] | null };

function lineOf(
  document: ReturnType<typeof parseDocument>,
  path: (string | number)[],
  lineAt: (offset: number) => number,
): string {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as Node | undefined;
    if (node?.range) return `:${lineAt(node.range[0])}`;
  }
  return '';
}
