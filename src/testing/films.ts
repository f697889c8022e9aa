// Films of a few kilobytes, made by hand: the containers are real, the samples are not.

const uint32 = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, index * 4));
  return bytes;
};
export const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};

const madeAt = 3_900_000_000;
const handler = (type: string, name: string) =>
  box('hdlr', uint32(0, 0), type, 'appl', Buffer.alloc(8), `${name}\u0000`);
const h264 = () =>
  box(
    'avc1',
    Buffer.alloc(6),
    Buffer.from([0, 1]),
    Buffer.alloc(4),
    'appl',
    Buffer.alloc(8),
    Buffer.from([0x02, 0x80, 0x01, 0x68]),
    Buffer.alloc(14),
    Buffer.from('\u0010Galaxy Compressor'.padEnd(32, '\u0000'), 'latin1'),
    Buffer.alloc(4),
    box('avcC', Buffer.from('0142001effe1000468', 'hex')),
    box('uuid', 'secret-in-entry-'),
  );
const aac = (): Buffer =>
  box('mp4a', Buffer.alloc(6), Buffer.from([0, 1]), Buffer.alloc(20), box('esds', Buffer.alloc(4), 'decoder'));
const places = () => box('mebx', Buffer.alloc(6), Buffer.from([0, 1]), 'keys of a phone');

export type FilmOptions = {
  /** Boxes added to `moov`, to the first track, and to the file's end. */
  inMovie?: Buffer[];
  inTrack?: Buffer[];
  atEnd?: Buffer[];
  /** A third track, with a sample of its own. */
  hasPlaces?: boolean;
  sound?: Buffer;
  picture?: Buffer;
};

export const pictureSample = Buffer.from('PICTURE-SAMPLE-ONE'.repeat(20), 'latin1');
export const soundSample = Buffer.from('SOUND-SAMPLE'.repeat(10), 'latin1');
export const placeSample = Buffer.from('+28.6139+077.2090/ by the second', 'latin1');

/** An MP4 with H.264 and AAC: ftyp, mdat, moov, as phones write it. */
export function mp4({
  inMovie = [],
  inTrack = [],
  atEnd = [],
  hasPlaces = false,
  picture = pictureSample,
  sound = aac() as Buffer,
}: FilmOptions = {}) {
  const start = box('ftyp', 'isom', uint32(0), 'isomavc1');
  const hidden = Buffer.from('hidden between the samples', 'latin1');
  const samples: Buffer[] = [picture, hidden, ...(hasPlaces ? [placeSample] : []), soundSample];
  const data = box('mdat', ...samples);
  const offsetOf = (sample: Buffer) =>
    start.length + 8 + samples.slice(0, samples.indexOf(sample)).reduce((sum, { length }) => sum + length, 0);
  const track = (type: string, entry: Buffer, sample: Buffer, more: Buffer[] = []) =>
    box(
      'trak',
      box('tkhd', uint32(7, madeAt, madeAt, 1, 0, 4_000), Buffer.alloc(60)),
      box(
        'mdia',
        box('mdhd', uint32(0, madeAt, madeAt, 1_000, 4_000, 0)),
        handler(type, 'Core Media of a Pixel 9'),
        box(
          'minf',
          type === 'vide' ? box('vmhd', uint32(1, 0, 0)) : box('smhd', uint32(0, 0)),
          box('dinf', box('dref', uint32(0, 1), box('url ', uint32(1), 'file:///home/asha/film'))),
          box(
            'stbl',
            box('stsd', uint32(0, 1), entry),
            box('stts', uint32(0, 1, 1, 4_000)),
            box('stsc', uint32(0, 1, 1, 1, 1)),
            box('stsz', uint32(0, 0, 1, sample.length)),
            box('stco', uint32(0, 1, offsetOf(sample))),
          ),
        ),
      ),
      ...more,
    );
  const movie = box(
    'moov',
    box('mvhd', uint32(0, madeAt, madeAt, 1_000, 4_000), Buffer.alloc(80)),
    track('vide', h264(), picture, inTrack),
    track('soun', sound, soundSample),
    ...(hasPlaces ? [track('meta', places(), placeSample)] : []),
    ...inMovie,
  );
  return Buffer.concat([start, data, movie, ...atEnd]);
}

/** An EBML element with a length of four bytes, or of none (`null`): as long as what follows. */
export const element = (id: string, body: Buffer | string, isOpen = false): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1');
  const size = isOpen ? Buffer.from('01ffffffffffffff', 'hex') : uint32(bytes.length | 0x10000000);
  return Buffer.concat([Buffer.from(id, 'hex'), size, bytes]);
};

type WebmOptions = {
  codec?: string;
  inInfo?: Buffer[];
  inTrack?: Buffer[];
  inSegment?: Buffer[];
  inCluster?: Buffer[];
  isOpen?: boolean;
};

/** A WebM as a browser records it: with `isOpen`, its segment and cluster have no length. */
export function webm({
  codec = 'V_VP9',
  inInfo = [],
  inTrack = [],
  inSegment = [],
  inCluster = [],
  isOpen = false,
}: WebmOptions = {}) {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(4_000);
  const size = [element('b0', Buffer.from([2, 128])), element('ba', Buffer.from([1, 104]))];
  const track = [element('83', Buffer.from([1])), element('86', codec), element('e0', Buffer.concat(size)), ...inTrack];
  return Buffer.concat([
    element('1a45dfa3', element('4282', 'webm')),
    element(
      '18538067',
      Buffer.concat([
        element('1549a966', Buffer.concat([element('4489', duration), ...inInfo])),
        element('1654ae6b', element('ae', Buffer.concat(track))),
        element(
          '1f43b675',
          Buffer.concat([element('e7', Buffer.from([0])), element('a3', pictureSample), ...inCluster]),
          isOpen,
        ),
        ...inSegment,
      ]),
      isOpen,
    ),
  ]);
}
