import { createHash } from 'node:crypto';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { problemOf } from '../../../platform/wire/plain-problems.ts';

/** A file that fails validation; each message names file, line and field. */
export class BrokenFile extends Error {
  readonly messages: string[];
  constructor(messages: string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }
}

const fence = /^---[ \t]*\n([\s\S]*?)(?:^---[ \t]*(?:\n|$))/m;

/**
 * Parses and validates YAML front matter and returns the body with it.
 * @param file path for messages, `content/articles/x.md` @throws BrokenFile
 */
export function readFrontMatter<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): { data: z.output<Schema>; body: string; written: Written } {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const match = fence.exec(text);
  if (!match || match.index !== 0)
    throw new BrokenFile([`${file}: it must begin with front matter between two lines of ---`]);
  const { data, fields } = readFields(file, match[1]!, schema, 1);
  const body = text.slice(match[0].length).replace(/^\n+/, '');
  return { data, body, written: writtenAs(source, fields, body) };
}

/** A file as somebody wrote it, so that it can be written back byte for byte. */
export type Written = {
  /** SHA-256 of the file. */
  hash: string;
  /** Everything before the body, with its own line ends. */
  front: string;
  /** Front matter before validation. */
  fields: Record<string, unknown>;
};

export const hashOfFile = (source: string): string => createHash('sha256').update(source).digest('hex');

/** @param body as read, with plain line ends */
export function writtenAs(source: string, fields: Record<string, unknown>, body = ''): Written {
  const lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
  const end = body.replaceAll('\n', lineEnd);
  // A file with mixed line ends comes back with one kind of them.
  const front = source.endsWith(end) ? source.slice(0, source.length - end.length) : source.slice(0, -body.length);
  return { hash: hashOfFile(source), front, fields };
}

/** @param linesBefore lines above the YAML, for messages @returns besides, what stands in the file before validation */
export function readFields<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  linesBefore = 0,
): { data: z.output<Schema>; fields: Record<string, unknown> } {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, prettyErrors: false, uniqueKeys: true });
  const lineAt = (offset: number) => counter.linePos(offset).line + linesBefore;
  if (document.errors.length > 0) {
    throw new BrokenFile(
      document.errors.map((error) => `${file}:${lineAt(error.pos[0])}: ${error.message.split('\n')[0]}`),
    );
  }
  const fields = (document.toJS({ maxAliasCount: 20 }) ?? {}) as Record<string, unknown>;
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { data: parsed.data, fields };
  throw new BrokenFile(
    parsed.error.issues.map((issue) => {
      const path = issue.path.map((part) => (typeof part === 'number' ? `${part + 1}` : String(part)));
      const line = lineOf(document, issue.path as (string | number)[], lineAt);
      const field = path.join('.');
      const words = wordProblem(problemOf(issue));
      // 'is missing' continues the field's name as a sentence; other messages follow a colon.
      return `${file}${line}: ${field === '' ? '' : words.startsWith('is ') ? `${field} ` : `${field}: `}${words}`;
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
