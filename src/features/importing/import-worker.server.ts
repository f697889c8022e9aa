import { MarkdownRefused, renderMarkdown } from '../../platform/markdown/render-markdown.server.ts';
import { optionsOf, type TextSide } from '../studio/pieces/piece-text.ts';
import type { ImportEntry, ImportOptions, ImportSource } from './import-source.ts';
import { openers, type SourceName } from './open-source.server.ts';
import { type Failure, failures } from './source-name.ts';
import { serveParent } from '../../platform/process/worker-process.server.ts';

export type WorkerRequest =
  | { ask: 'open'; name: SourceName; path: string; settings: ImportOptions; salt: string }
  | { ask: 'entry'; at: number }
  | { ask: 'convert'; at: number }
  | { ask: 'render'; side: TextSide };
let source: ImportSource;
let entries: AsyncIterator<ImportEntry>;
let read = 0;
/** Those of a batch, which is read before it is converted. */
const waiting = new Map<number, ImportEntry>();
const mostWaiting = 100;

/** @returns null after the last entry */
async function entryAt(at: number): Promise<ImportEntry | null> {
  if (at < read && !waiting.has(at)) {
    // The source is read once more from its start.
    entries = source.entries()[Symbol.asyncIterator]();
    read = 0;
    waiting.clear();
  }
  while (read <= at) {
    const { value, done } = await entries.next();
    if (done) return null;
    waiting.set(read, value);
    waiting.delete(read - mostWaiting);
    read += 1;
  }
  return waiting.get(at)!;
}

async function answer(request: WorkerRequest): Promise<unknown> {
  switch (request.ask) {
    case 'open': {
      source = await openers[request.name](request.path, request.settings, request.salt);
      entries = source.entries()[Symbol.asyncIterator]();
      const { name, format, site, formerPrefix, keysAreNumbers, fingerprint } = source;
      return { name, format, site, formerPrefix, keysAreNumbers, fingerprint };
    }
    case 'entry': {
      const entry = await entryAt(request.at);
      return entry
        ? { name: entry.name, progress: source.progress() }
        : { name: null, progress: source.progress(), remarks: source.remarks?.() ?? [] };
    }
    case 'convert': {
      const entry = await entryAt(request.at);
      return entry!.convert();
    }
    case 'render':
      return renderMarkdown(request.side.body, { ...optionsOf(request.side), mode: 'imported' });
  }
}

const failureOf = (error: unknown): Failure => ({
  kind: (Object.keys(failures) as (keyof typeof failures)[]).find((kind) => error instanceof failures[kind]) ?? null,
  message: (error as Error).message,
  problem: error instanceof MarkdownRefused ? error.problem : null,
});

serveParent((request: WorkerRequest) =>
  answer(request).then(
    (value) => ({ value }),
    (error: unknown) => ({ failure: failureOf(error) }),
  ),
);
