import { createHash } from 'node:crypto';
import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import sharp, { type OutputInfo } from 'sharp';
import type { MediaStore } from '../../platform/media/media-store.server.ts';

export type FetchedImage = { mediaPath: string; width: number; height: number };
export type ImageFetcher = (url: string, signal: AbortSignal) => Promise<FetchedImage>;
type Address = { address: string; family: number };

const maxBytes = 10_000_000;
const maxMilliseconds = 10_000;
const maxRedirects = 3;
const maxPixels = 40_000_000;
const widest = 1_600;

const privateNets = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNets.addSubnet(net, prefix, 'ipv4');
// Outside 2000::/3 nothing is public; these ranges inside it lead to private or embedded IPv4 addresses.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateNets.addSubnet(net, prefix, 'ipv6');
const globalSix = new BlockList();
globalSix.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateNets.check(address, 'ipv4');
  return family === 6 && globalSix.check(address, 'ipv6') && !privateNets.check(address, 'ipv6');
}

/**
 * Fetches images and re-encodes them as WebP. SSRF and DNS rebinding: each host is resolved once and checked, and the
 * connection is pinned to that address, redirects included. @param resolve for tests
 */
export function createImageFetcher(
  media: MediaStore,
  resolve: (host: string) => Promise<Address[]> = (host) => systemLookup(host, { all: true }),
): ImageFetcher {
  return async (url, signal) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)]);
    const bytes = await download(url, limit, resolve, 0).catch((error: Error) => {
      throw limit.aborted && !signal.aborted ? new Error('It took more than 10 s.') : error;
    });
    return store(bytes, url, media);
  };
}

async function download(
  written: string,
  signal: AbortSignal,
  resolve: (host: string) => Promise<Address[]>,
  redirects: number,
): Promise<Buffer> {
  const url = URL.parse(written);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password)
    throw new Error('Its address is not one of http or https.');
  if (url.port !== '') throw new Error('Its address has a port of its own.');
  const address = await publicAddress(url.hostname.replace(/^\[|\]$/g, ''), resolve);
  const response = await ask(url, address, signal);
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    if (redirects >= maxRedirects) throw new Error('It was redirected too often.');
    const next = URL.parse(response.headers.location, url);
    if (!next) throw new Error('It was redirected to no address.');
    return download(next.href, signal, resolve, redirects + 1);
  }
  try {
    if (status !== 200) throw new Error(`The server answered ${status}.`);
    const type = response.headers['content-type']?.toLowerCase() ?? '';
    if (!/^(?:image\/(?!svg)|application\/octet-stream|binary\/octet-stream)/.test(type))
      throw new Error('It is no picture (or an SVG, which is not taken).');
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new Error('It has more than 10 MB.');
    const parts: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error('It has more than 10 MB.');
      parts.push(chunk);
    }
    return Buffer.concat(parts);
  } finally {
    response.destroy();
  }
}

async function publicAddress(host: string, resolve: (host: string) => Promise<Address[]>): Promise<Address> {
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host).catch(() => []);
  const [first] = addresses;
  if (!first) throw new Error('Its server has no address.');
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new Error('Its server is not on the public internet.');
  return first;
}

function ask(url: URL, { address, family }: Address, signal: AbortSignal): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, options, callback) => {
    if (options.all) (callback as unknown as (error: null, addresses: Address[]) => void)(null, [{ address, family }]);
    else callback(null, address, family);
  };
  return new Promise((resolveResponse, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      lookup: pinned,
      signal,
      agent: false,
      headers: {
        accept: 'image/webp,image/avif,image/png,image/jpeg,image/gif',
        'accept-encoding': 'identity',
        'user-agent': 'Nagrik-import/1',
      },
    });
    request.on('response', resolveResponse);
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        signal.aborted
          ? new Error('It was stopped.')
          : new Error(`Its server could not be reached (${error.code ?? 'no reason given'}).`),
      ),
    );
    request.end();
  });
}

/** Decodes and re-encodes, so that nothing of the original bytes (metadata, polyglot files) survives. */
export async function store(bytes: Buffer, url: string, media: MediaStore): Promise<FetchedImage> {
  let picture: { data: Buffer; info: OutputInfo };
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'].includes(format ?? '')) throw new Error(format);
    picture = await image
      .rotate()
      .resize({ width: widest, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new Error('It cannot be decoded as a picture, or has too many pixels.');
  }
  const name = `${createHash('sha256').update(url).digest('hex').slice(0, 24)}.webp`;
  await media.put(`imported/${name}`, picture.data);
  return { mediaPath: `/media/imported/${name}`, width: picture.info.width, height: picture.info.height };
}
