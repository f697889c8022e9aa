import { NotTaken, SourceBroken } from './import-source.ts';
import { type FileParser, maxEntryBytes, type OpenFile, readParsed, type ReadProgress } from './read-file.server.ts';

/** `text` is null where the element exceeds the size limit of an entry. */
type JsonElement = { table: string; text: string | null; start: string };

type Container = { key: string; isArray: boolean };
const quote = 34,
  backslash = 92,
  openBrace = 123,
  closeBrace = 125,
  openBracket = 91,
  closeBracket = 93,
  comma = 44,
  colon = 58;
const isSpace = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;

/**
 * Streams the elements of the named arrays from one JSON document of any size: `{"db":[{"data":{"posts":[…]}}]}`.
 * Arrays count only at the root or below `db` and `data`.
 */
export async function* readJsonElements(
  file: OpenFile,
  progress: ReadProgress,
  tables: string[],
): AsyncGenerator<JsonElement> {
  for await (const some of readParsed(file, progress, new Scanner(tables))) yield* some;
}

class Scanner implements FileParser<JsonElement> {
  readonly ready: JsonElement[] = [];
  private readonly tables: string[];
  private readonly stack: Container[] = [];
  private isString = false;
  private isEscaped = false;
  private string = '';
  private lastString = '';
  private key = '';
  private captureDepth = -1;
  private captured: string[] = [];
  private capturedLength = 0;
  private isStarted = false;

  constructor(tables: string[]) {
    this.tables = tables;
  }

  feed(text: string): void {
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (this.isString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (code === backslash) this.isEscaped = true;
        else if (code === quote) {
          this.isString = false;
          this.lastString = this.string;
        } else if (this.captureDepth === -1 && this.string.length < 64) this.string += text[index];
        continue;
      }
      if (isSpace(code)) continue;
      if (!this.isStarted) {
        if (code !== openBrace && code !== openBracket)
          throw new NotTaken('It is no JSON with an object or a list in it.');
        this.isStarted = true;
      }
      switch (code) {
        case quote:
          this.isString = true;
          this.string = '';
          break;
        case colon:
          this.key = this.lastString;
          break;
        case comma:
          if (this.stack.at(-1)?.isArray) this.key = '#';
          break;
        case openBrace:
        case openBracket:
          if (this.captureDepth === -1 && code === openBrace && this.isWanted()) {
            this.captureDepth = this.stack.length;
            this.captured = [];
            this.capturedLength = 0;
            from = index;
          }
          if (this.stack.length > 500) throw new SourceBroken('The JSON nests more than 500 deep.');
          this.stack.push({ key: this.key, isArray: code === openBracket });
          this.key = code === openBracket ? '#' : '';
          break;
        case closeBrace:
        case closeBracket: {
          const closed = this.stack.pop();
          if (!closed || closed.isArray !== (code === closeBracket))
            throw new SourceBroken('The JSON is wrong: its brackets do not match.');
          if (this.stack.length === this.captureDepth) this.finish(text.slice(from, index + 1));
          break;
        }
        default:
      }
    }
    if (this.captureDepth !== -1) this.keep(text.slice(from));
  }

  end(): void {
    if (!this.isStarted) throw new SourceBroken('The file is empty.');
    if (this.stack.length > 0 || this.isString)
      throw new SourceBroken('The JSON ends in the middle (a file that was cut off?).');
  }

  private isWanted(): boolean {
    const parent = this.stack.at(-1);
    return (
      parent !== undefined &&
      parent.isArray &&
      this.tables.includes(parent.key) &&
      this.stack.slice(0, -1).every(({ key }) => key === '' || key === '#' || key === 'db' || key === 'data')
    );
  }

  private keep(part: string): void {
    this.capturedLength += part.length;
    if (this.capturedLength <= maxEntryBytes || this.captured.length === 0) this.captured.push(part);
  }

  private finish(part: string): void {
    this.keep(part);
    const text = this.captured.join('');
    this.ready.push({
      table: this.stack.at(-1)!.key,
      text: this.capturedLength > maxEntryBytes ? null : text,
      start: text.slice(0, 400),
    });
    this.captureDepth = -1;
    this.captured = [];
  }
}
