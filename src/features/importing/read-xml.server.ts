import { SaxesParser } from 'saxes';
import { NotTaken, SourceBroken } from './import-source.ts';
import type { FileParser } from './read-file.server.ts';

// Deeper or wider tags than any export has: a file of 20 kB, unpacked, would fill the memory of the site.
const mostDepth = 100;
const mostAttributes = 1_000;

export type XmlHandler<Item> = {
  ready: Item[];
  /** Whose exports never declare entities, and what one entry is called. */
  words: { whose: string; entry: string; mostMegabytes: number };
  entities?: Record<string, string>;
  /** Such as ` in the entry "A"`. */
  where?(): string;
  /** @param path the tags around it, from the root */
  open(name: string, attributes: Record<string, string>, path: string[]): boolean;
  close?(name: string, path: string[]): boolean;
  text?(text: string): void;
};

/** Reads XML; `open` and `close` say whether an entry begins or ends there. */
export function xmlParser<Item>(handler: XmlHandler<Item>): FileParser<Item> {
  const { ready, words, where = () => '' } = handler;
  const parser = new SaxesParser({ position: true });
  const path: string[] = [];
  let attributes = 0;
  let sinceEntry = 0;
  Object.assign(parser.ENTITIES, handler.entities);
  parser.on('error', ({ message }) => {
    throw new SourceBroken(
      `The XML breaks off or is wrong${where()}: ${message.replace(/^undefined:/, 'line ').slice(0, 160)}`,
    );
  });
  parser.on('doctype', (declaration) => {
    if (/\[|<!|%/.test(declaration)) throw ownEntities(words.whose);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (path.length >= mostDepth)
      throw new SourceBroken('Its tags are nested too deep; the file is not read any further.');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes)
      throw new SourceBroken('A tag has too many attributes; the file is not read any further.');
  });
  parser.on('opentag', (tag) => {
    if (handler.open(tag.name, tag.attributes as Record<string, string>, path)) sinceEntry = 0;
    path.push(tag.name);
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (handler.close?.(name, path)) sinceEntry = 0;
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  return {
    ready,
    feed(text) {
      sinceEntry += text.length;
      if (sinceEntry > words.mostMegabytes * 1_000_000)
        throw new SourceBroken(
          `One ${words.entry}${where()} has more than ${words.mostMegabytes} MB; the file is not read any further.`,
        );
      parser.write(text);
    },
    end: () => void parser.close(),
  };
}

/**
 * XXE, billion laughs. A reference to an external DTD is harmless: the parser fetches nothing and knows only entities
 * declared here.
 */
export const ownEntities = (whose: string) =>
  new NotTaken(`The file declares XML entities of its own, which no ${whose} does: it is not read.`);
