import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { SourceBroken } from '../import-source.ts';
import { isRecord } from '../../../platform/wire/is-record.ts';

export type HugoFile = { data: Record<string, unknown>; body: string };

/** Parses TOML (`+++`), YAML (`---`) or JSON (`{`) front matter. @throws Error with a readable message */
export function readHugoFile(raw: string): HugoFile {
  const text = raw.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const fenced = /^(\+\+\+|---)[ \t]*\n/.exec(text);
  if (fenced) {
    const fence = fenced[1]!;
    const end = fence === '+++' ? /^\+\+\+[ \t]*(?:\n|$)/m : /^---[ \t]*(?:\n|$)/m;
    const rest = text.slice(fenced[0].length);
    const match = end.exec(rest);
    if (!match) throw new Error(`Its front matter has no closing ${fence}.`);
    return { data: parse(fence, rest.slice(0, match.index)), body: rest.slice(match.index + match[0].length).trim() };
  }
  if (text.startsWith('{')) {
    const end = closingBrace(text);
    if (end === -1) throw new Error('Its front matter in JSON has no end.');
    return { data: record(guard('JSON', () => JSON.parse(text.slice(0, end + 1)))), body: text.slice(end + 1).trim() };
  }
  throw new Error('It has no front matter (TOML between +++, YAML between ---, or JSON).');
}

function parse(fence: string, source: string): Record<string, unknown> {
  if (source.length > 200_000) throw new Error('Its front matter has more than 200 kB.');
  if (fence === '+++') return record(guard('TOML', () => parseToml(withQuotedDays(source))));
  return record(
    guard('YAML', () => {
      const document = parseDocument(source, { prettyErrors: false, uniqueKeys: false });
      if (document.errors[0]) throw document.errors[0];
      return document.toJS({ maxAliasCount: 20 });
    }),
  );
}

/** As strings, as YAML has them: the parser's Date would roll 31 June over into July. */
const withQuotedDays = (source: string) =>
  source.replace(
    /^([ \t]*[\w-]+[ \t]*=[ \t]*)(\d{4}-\d\d-\d\d(?:[Tt ][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?)?)(?=[ \t]*(?:#.*)?$)/gm,
    '$1"$2"',
  );

function guard(kind: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceBroken) throw error;
    throw new Error(
      `Its front matter is no ${kind} that can be read: ${(error as Error).message.split('\n')[0]!.slice(0, 120)}`,
      { cause: error },
    );
  }
}

// Without a prototype: `__proto__` is an ordinary key (prototype pollution).
const record = (value: unknown): Record<string, unknown> =>
  Object.assign(Object.create(null) as Record<string, unknown>, isRecord(value) ? value : {});

function closingBrace(text: string): number {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < Math.min(text.length, 200_000); index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}
