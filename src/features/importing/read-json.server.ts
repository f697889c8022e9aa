import { JSONParser, TokenType } from '@streamparser/json';
import { NotTaken, SourceBroken } from './import-source.ts';
import { maxEntryBytes, type OpenFile, readParsed, type ReadProgress } from './read-file.server.ts';

export type JsonElement = { table: string; value: unknown; isTooLong: boolean };

const mostDepth = 500;

/**
 * Streams the objects in the named arrays of one JSON document of any size: `{"db":[{"data":{"posts":[…]}}]}`.
 * Arrays count only at the root or below `db` and `data`.
 */
export async function* readJsonElements(
  file: OpenFile,
  progress: ReadProgress,
  tables: string[],
): AsyncGenerator<JsonElement> {
  const ready: JsonElement[] = [];
  const paths = ['$', '$.*', '$.*.*', '$.*.*.*', '$.*.*.*.*'].flatMap((above) =>
    tables.map((table) => `${above}.${table}.*`),
  );
  const parser = new JSONParser({ paths, keepStack: false });
  let fed = 0;
  let sinceElement = 0;
  let depth = 0;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    else if (depth === 0) throw new NotTaken('It is no JSON with an object or a list in it.');
    if (depth > mostDepth) throw new SourceBroken(`The JSON nests more than ${mostDepth} deep.`);
  };
  parser.onValue = ({ value, stack }) => {
    const [table, ...above] = stack
      .slice(1)
      .map(({ key }) => key)
      .toReversed();
    const isOurs = above.every((key) => typeof key === 'number' || key === 'db' || key === 'data');
    if (!isOurs || typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const isTooLong = sinceElement > maxEntryBytes && JSON.stringify(value).length > maxEntryBytes;
    ready.push({ table: String(table), value, isTooLong });
    sinceElement = fed;
  };
  const elements = readParsed(file, progress, {
    ready,
    feed(text) {
      fed = text.length;
      sinceElement += fed;
      guarded(() => parser.write(text));
    },
    end() {
      if (depth === 0 && sinceElement === 0) throw new SourceBroken('The file is empty.');
      if (!parser.isEnded) throw new SourceBroken('The JSON ends in the middle (a file that was cut off?).');
    },
  });
  for await (const some of elements) yield* some;
}

function guarded(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof SourceBroken || error instanceof NotTaken) throw error;
    throw new SourceBroken(`The JSON is wrong, as in its brackets: ${(error as Error).message.slice(0, 160)}`);
  }
}
