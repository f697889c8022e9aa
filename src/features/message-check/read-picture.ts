import englishUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import hindiUrl from '@tesseract.js-data/hin/4.0.0_best_int/hin.traineddata.gz?url';
import plainCoreUrl from 'tesseract.js-core/tesseract-core-lstm.wasm.js?url';
import simdCoreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import workerUrl from 'tesseract.js/dist/worker.min.js?url';
import { make } from '../../ui/make.ts';
import { invertDark } from './invert-dark.ts';
import { mostPictureBytes } from './message-limits.ts';
import { PictureError, type PictureProblem, type ReadingOptions } from './picture-error.ts';
import { readPictureHeader } from './picture-header.ts';
import { recognise } from './picture-worker.ts';
import { readingCachePrefix } from './reading-files.ts';

// A module of one function, which returns i8x16.splat(0): valid where WebAssembly has SIMD.
const simdModule = Uint8Array.from(
  '00 61 73 6d 01 00 00 00 01 05 01 60 00 01 7b 03 02 01 00 0a 08 01 06 00 41 00 fd 0f 0b'.split(' '),
  (byte) => Number.parseInt(byte, 16),
);

const mostPixels = 40_000_000;
/** A phone's screenshot has 2 to 3 million; more makes reading slower, not better. */
const readPixels = 3_000_000;
/** Narrower pictures are enlarged, since Tesseract needs letters of about 20 pixels. */
const leastWidth = 1_000;
/** In percent. Pictures without text give a few letters of low confidence. */
const leastConfidence = 35;

/**
 * Reads the text of a screenshot in English and Hindi on this device; '' where there is none.
 * @throws PictureError; an AbortError where the signal says so
 */
export async function readPicture(file: Blob, options: ReadingOptions): Promise<string> {
  const image = await drawScaled(file);
  options.signal.throwIfAborted();
  const coreUrl = WebAssembly.validate(simdModule) ? simdCoreUrl : plainCoreUrl;
  const [english, hindi] = await fetchAll([englishUrl, hindiUrl, workerUrl, coreUrl], options);
  const languages = [
    { code: 'eng', data: english! },
    { code: 'hin', data: hindi! },
  ];
  const found = await recognise({ workerUrl, coreUrl, languages, image }, options);
  return found.confidence < leastConfidence ? '' : tidy(found.text);
}

const tidy = (text: string): string => {
  const tidied = text
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return (tidied.match(/[\p{L}\p{N}]/gu) ?? []).length < 4 ? '' : tidied;
};

const refuse = (problem: PictureProblem) => (): never => {
  throw new PictureError(problem);
};

/** As a PNG of a size that Tesseract reads well. */
async function drawScaled(file: Blob): Promise<Uint8Array> {
  if (file.size > mostPictureBytes) throw new PictureError('large');
  const content = await file.arrayBuffer().catch(refuse('broken'));
  const header = readPictureHeader(new Uint8Array(content));
  if (!header) throw new PictureError('kind');
  if (header.width * header.height > mostPixels) throw new PictureError('large');
  const bitmap = await createImageBitmap(file).catch(refuse('broken'));
  const pixels = bitmap.width * bitmap.height;
  const scale = Math.min(Math.sqrt(readPixels / pixels), Math.max(1, Math.min(3, leastWidth / bitmap.width)));
  const canvas = make('canvas', {});
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PictureError('device');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const drawnPixels = context.getImageData(0, 0, canvas.width, canvas.height);
  if (invertDark(drawnPixels.data)) context.putImageData(drawnPixels, 0, 0);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  // Frees the canvas's memory at once; Safari keeps it otherwise.
  canvas.width = 0;
  if (!drawn) throw new PictureError('device');
  return new Uint8Array(await drawn.arrayBuffer());
}

/** From this build's cache, or fetched and kept there. */
async function fetchAll(urls: string[], { signal, onProgress }: ReadingOptions): Promise<Uint8Array[]> {
  const name = readingCachePrefix + import.meta.env.VITE_READING_VERSION;
  // Absent or full storage: the files are used without being kept.
  const cache = await window.caches?.open(name).catch(() => undefined);
  const whole = Number(import.meta.env.VITE_READING_UNPACKED);
  let received = 0;
  const count = (bytes: number) => {
    received += bytes;
    onProgress('fetching', Math.min(1, received / whole));
  };
  const files = await Promise.all(urls.map((url) => fetchOne(url, cache, signal, count)));
  for (const other of (await window.caches?.keys().catch(() => [])) ?? [])
    if (other.startsWith(readingCachePrefix) && other !== name) await caches.delete(other);
  return files;
}

async function fetchOne(
  url: string,
  cache: Cache | undefined,
  signal: AbortSignal,
  count: (bytes: number) => void,
): Promise<Uint8Array> {
  const cached = await cache?.match(url);
  if (cached) {
    const bytes = new Uint8Array(await cached.arrayBuffer());
    count(bytes.length);
    return bytes;
  }
  try {
    const answer = await fetch(url, { signal });
    if (!answer.ok || !answer.body) throw new PictureError('offline');
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      count(part.value.length);
    }
    const blob = new Blob(parts);
    // The content's headers, without those of its transfer: the body is already decoded.
    const headers = new Headers(answer.headers);
    for (const header of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(header);
    await cache?.put(url, new Response(blob, { headers })).catch(() => undefined);
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof RangeError ? new PictureError('device') : new PictureError('offline');
  }
}
