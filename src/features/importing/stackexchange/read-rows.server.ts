import { NotTaken } from '../import-source.ts';
import { type OpenFile, readParsed, type ReadProgress } from '../read-file.server.ts';
import { xmlParser } from '../read-xml.server.ts';

export type DumpRow = Record<string, string>;

/**
 * Streams rows of a dump file (`<posts><row Id="1" … /></posts>`), a chunk at a time. @throws SourceBroken, NotTaken
 */
export function readRows(file: OpenFile, root: string, progress: ReadProgress): AsyncGenerator<DumpRow[]> {
  const ready: DumpRow[] = [];
  return readParsed(
    file,
    progress,
    xmlParser({
      ready,
      words: { whose: 'Stack Exchange dump', entry: 'row', mostMegabytes: 5 },
      open(name, attributes, path) {
        if (path.length === 0 && name !== root)
          throw new NotTaken(
            `It is XML, but not the file of a Stack Exchange dump that its name says: it begins with <${name.slice(0, 40)}>, not <${root}>.`,
          );
        if (path.length === 1 && name === 'row') ready.push(attributes);
        return true;
      },
    }),
  );
}
