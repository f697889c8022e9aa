export type PictureHeader = { width: number; height: number };

const ascii = (bytes: Uint8Array, from: number, text: string): boolean =>
  [...text].every((letter, at) => bytes[from + at] === letter.charCodeAt(0));

const empty: PictureHeader = { width: 0, height: 0 };

/**
 * Width and height of a PNG, JPEG or WebP from its header, so that a decompression bomb is refused before it is
 * decoded.
 * @returns null for any other kind of file; 0 × 0 where the header is cut off
 */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (ascii(bytes, 0, '\u0089PNG\r\n\u001A\n')) return { width: view.getUint32(16), height: view.getUint32(20) };
    if (ascii(bytes, 0, '\u00FF\u00D8\u00FF')) return sizeOfJpeg(view);
    if (ascii(bytes, 0, 'RIFF') && ascii(bytes, 8, 'WEBP')) return sizeOfWebp(bytes, view);
  } catch (error) {
    if (error instanceof RangeError) return empty;
    throw error;
  }
  return null;
}

// Start of frame: FFC0 to FFCF without the tables DHT, JPG and DAC.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function sizeOfJpeg(view: DataView): PictureHeader {
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return empty;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else at += 2 + view.getUint16(at + 2);
  }
}

function sizeOfWebp(bytes: Uint8Array, view: DataView): PictureHeader {
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_00_00;
  if (ascii(bytes, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (ascii(bytes, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (ascii(bytes, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return empty;
}
