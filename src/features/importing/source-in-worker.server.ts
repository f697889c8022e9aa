import type { ChildProcess } from 'node:child_process';
import { MarkdownRefused, type Rendered } from '../../platform/markdown/render-markdown.server.ts';
import type { TextSide } from '../studio/pieces/piece-text.ts';
import type { WorkerRequest } from './import-worker.server.ts';
import { SourceBroken, type Converted, type ImportOptions, type ImportSource } from './import-source.ts';
import type { SourceName } from './open-source.server.ts';
import { type Failure, failures } from './source-name.ts';
import { startWorker } from '../../platform/process/worker-process.server.ts';

type OpenedSource = Pick<ImportSource, 'name' | 'format' | 'site' | 'formerPrefix' | 'keysAreNumbers' | 'fingerprint'>;
type Next = { name: string | null; progress: number; remarks?: string[] };

/** Milliseconds to read the next entry, and to convert or render one; the worker's heap; how many may be too much. */
const defaultBounds = { reading: 60_000, converting: 20_000, megabytes: 256, mostLost: 20 };

/** The worker was ended by its deadline or its heap. */
class TooMuch extends Error {}

function errorOf({ kind, message, problem }: Failure): Error {
  if (problem) return new MarkdownRefused(problem);
  return Object.assign(kind ? new failures[kind]('', '') : new Error(), { message });
}

/**
 * A source that is read, converted and rendered by a process with a heap of its own. An entry that takes too much time or
 * memory ends it, is lost with a sentence, and the next one goes on in another process.
 * @throws SourceBroken, NotTaken, NameNeeded
 */
export async function openInWorker(
  name: SourceName,
  path: string,
  settings: ImportOptions,
  salt: string,
  bounds: Partial<typeof defaultBounds> = {},
): Promise<ImportSource> {
  const { reading, converting, megabytes, mostLost } = { ...defaultBounds, ...bounds };
  let worker: ChildProcess | undefined;
  const lost = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const started = startWorker(new URL('./import-worker.server.ts', import.meta.url), megabytes);
    // Also between two questions: the system may end it where memory is short.
    return started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
  }
  function ask<Value>(request: WorkerRequest, milliseconds: number): Promise<Value> {
    const asking = (worker ??= start());
    return new Promise<Value>((resolve, reject) => {
      const stop = () => {
        worker = undefined;
        done();
        asking.kill('SIGKILL');
        reject(new TooMuch());
      };
      const onMessage = (answer: { value: Value } | { failure: Failure }) => {
        done();
        if ('failure' in answer) reject(errorOf(answer.failure));
        else resolve(answer.value);
      };
      const alarm = setTimeout(stop, milliseconds);
      const done = () => {
        clearTimeout(alarm);
        asking.off('message', onMessage).off('exit', stop);
      };
      asking.on('message', onMessage).on('exit', stop);
      asking.send(request);
    });
  }
  /** One at a time, in a worker that has the source open. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const mine = last.then(async () => {
      if (!worker) await open();
      return work();
    });
    last = mine.catch(() => {});
    return mine;
  }
  const open = () => ask<OpenedSource>({ ask: 'open', name, path, settings, salt }, reading).catch(brokenIfTooMuch);
  const brokenIfTooMuch = (error: unknown): never => {
    throw error instanceof TooMuch
      ? new SourceBroken('It takes too much time or memory to be read here: split the export into smaller files.')
      : error;
  };
  const tooMuch = () =>
    new Error(
      'It takes too much time or memory to be read here: its text is too long or too deeply nested. Split it, and import it again.',
    );
  const lostIfTooMuch = (error: unknown): never => {
    throw error instanceof TooMuch ? tooMuch() : error;
  };

  const opened = await open();
  let progress = 0;
  let remarks: string[] = [];
  return {
    ...opened,
    progress: () => progress,
    remarks: () => remarks,
    async *entries() {
      for (let at = 0; ; at += 1) {
        if (lost.size >= mostLost)
          throw new SourceBroken(`${lost.size} of its entries take too much time or memory: the rest is not read.`);
        const next = await inTurn(() => ask<Next>({ ask: 'entry', at }, reading).catch(brokenIfTooMuch));
        ({ progress, remarks = [] } = next);
        if (next.name === null) return;
        const convert = () =>
          inTurn(async () => {
            if (lost.has(at)) throw tooMuch();
            // Also after another worker's end: reading up to here is not this entry's fault.
            await ask<Next>({ ask: 'entry', at }, reading).catch(brokenIfTooMuch);
            return ask<Converted>({ ask: 'convert', at }, converting).catch((error: unknown) => {
              if (error instanceof TooMuch) lost.add(at);
              return lostIfTooMuch(error);
            });
          });
        yield { name: next.name, convert };
      }
    },
    render: (side: TextSide) => inTurn(() => ask<Rendered>({ ask: 'render', side }, converting).catch(lostIfTooMuch)),
    close: async () => void worker?.kill('SIGKILL'),
  };
}
