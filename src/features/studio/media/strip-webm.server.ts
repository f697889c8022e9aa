import { damaged, type FilmFile, FilmRefused } from './film-file.server.ts';

const mostElements = 2_000_000;
const id = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  track: 0xae,
  cluster: 0x1f43b675,
  group: 0xa0,
  void: 0xec,
  muxer: 0x4d80,
  writer: 0x5741,
  trackType: 0x83,
  video: 0xe0,
  encodings: 0x6d80,
};
// Allow lists: everything else (Tags, Attachments, Chapters, DateUTC, titles, names) becomes a Void element of the same
// size. Checksums go too, because the bytes that they cover change.
const inside = new Map<number, Set<number>>([
  [id.ebml, new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285])],
  [id.segment, new Set([0x114d9b74, id.info, id.tracks, id.cluster, 0x1c53bb6b])],
  [id.info, new Set([0x2ad7b1, 0x4489, id.muxer, id.writer])],
  [id.tracks, new Set([id.track])],
  [
    id.track,
    new Set([
      0xd7,
      0x73c5,
      id.trackType,
      0xb9,
      0x88,
      0x55aa,
      0x9c,
      0x6de7,
      0x23e383,
      0x22b59c,
      0x22b59d,
      0x86,
      0x63a2,
      0x56aa,
      0x56bb,
      id.video,
      0xe1,
    ]),
  ],
  [id.video, new Set([0x9a, 0x9d, 0xb0, 0xba, 0x54aa, 0x54bb, 0x54cc, 0x54dd, 0x54b0, 0x54ba, 0x54b2, 0x55b0])],
  [id.cluster, new Set([0xe7, 0xa7, 0xab, 0xa3, id.group])],
  [id.group, new Set([0xa1, 0x9b, 0xfb, 0x75a2])],
]);
/** Only these may have no length: a recorder that writes while it films does not know it yet. */
const mayBeOpen = new Set([id.segment, id.cluster]);

type Element = { id: number; start: number; body: number; end: number; isOpen: boolean };

/**
 * Removes what a WebM says besides picture and sound; no byte moves.
 * @throws FilmRefused
 */
export async function stripWebm(film: FilmFile): Promise<void> {
  const count = { elements: 0 };
  const head = await elementAt(film, 0, film.size);
  if (head.id !== id.ebml || head.isOpen) throw damaged();
  await cleanElement(film, head, count);
  const segment = await elementAt(film, head.end, film.size);
  if (segment.id !== id.segment) throw damaged();
  // Whatever follows the film is no film.
  if ((await cleanElement(film, segment, count)) !== film.size) throw damaged();
}

/** @returns the element's end; one of unknown size ends before the first child that it must not contain */
async function cleanElement(film: FilmFile, parent: Element, count: { elements: number }): Promise<number> {
  const allowed = inside.get(parent.id)!;
  for (let at = parent.body; at < parent.end;) {
    if ((count.elements += 1) > mostElements) throw damaged();
    const child = await elementAt(film, at, parent.end);
    if (parent.isOpen && parent.id === id.cluster && isOfSegment(child.id)) return at;
    // Compressed or encrypted: without this element the film could not be played.
    if (child.id === id.encodings) throw damaged();
    at = allowed.has(child.id) ? await cleanAllowed(film, child, count) : await voidElement(film, child);
  }
  return parent.end;
}

/** Top-level elements of the segment have EBML ids of four bytes. */
const isOfSegment = (one: number) => one >= 0x10000000;

async function cleanAllowed(film: FilmFile, child: Element, count: { elements: number }): Promise<number> {
  if (child.isOpen && !mayBeOpen.has(child.id)) throw damaged();
  if (inside.has(child.id)) return cleanElement(film, child, count);
  // Both elements are mandatory, but may be empty.
  if (child.id === id.muxer || child.id === id.writer) await film.erase(child.body, child.end);
  if (child.id === id.trackType) {
    const type = await film.read(child.body, child.end - child.body);
    if (![1, 2].includes(type.readUIntBE(0, Math.min(type.length, 6)))) throw new FilmRefused('otherTrack');
  }
  return child.end;
}

async function elementAt(film: FilmFile, at: number, limit: number): Promise<Element> {
  const bytes = await film.read(at, Math.min(12, film.size - at));
  const idLength = Math.clz32(bytes.readUInt8(0)) - 23;
  if (idLength > 4) throw damaged();
  const sizeLength = Math.clz32(bytes.readUInt8(idLength)) - 23;
  if (sizeLength > 8) throw damaged();
  let size = bytes.readUInt8(idLength) & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (let next = 1; next < sizeLength; next += 1) {
    const byte = bytes.readUInt8(idLength + next);
    isOpen &&= byte === 0xff;
    size = size * 256 + byte;
  }
  const body = at + idLength + sizeLength;
  const end = isOpen ? limit : body + size;
  if (end > limit) throw damaged();
  return { id: bytes.readUIntBE(0, idLength), start: at, body, end, isOpen };
}

async function voidElement(film: FilmFile, { start, end, isOpen }: Element): Promise<number> {
  if (isOpen) throw damaged();
  const total = end - start;
  // A length of eight bytes fits whatever size; short elements have one byte of it.
  const sizeLength = total >= 9 ? 8 : 1;
  const head = Buffer.alloc(1 + sizeLength);
  head.writeUInt8(id.void, 0);
  if (sizeLength === 8) {
    head.writeUIntBE(total - 9, 3, 6);
    head.writeUInt8(1, 1);
  } else head.writeUInt8(0x80 | (total - 2), 1);
  await film.write(start, head);
  await film.erase(start + head.length, end);
  return end;
}
