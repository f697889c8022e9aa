import { lookup as systemLookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export type Address = { address: string; family: number };
/** How names become addresses, and which may be asked; replaced in tests only. */
export type Network = {
  resolve(host: string): Promise<Address[]>;
  isAllowed(address: string, host: string): boolean;
  /** @throws where the address names a port of its own */
  portOf(url: URL): number;
};

/** The address leads to a private network, to a port of its own, or is not one of http or https. */
export class NotPublic extends Error {}

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
  // Public numbers that lead to the provider's own machines: Azure's host, and IBM's services.
  ['168.63.129.16', 32],
  ['161.26.0.0', 16],
  ['166.8.0.0', 14],
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

export const internet: Network = {
  resolve: (host) => systemLookup(host, { all: true }),
  isAllowed: isPublicAddress,
  portOf(url) {
    if (url.port !== '') throw new NotPublic('Its address has a port of its own.');
    return url.protocol === 'https:' ? 443 : 80;
  },
};

type PublicRequest = {
  signal: AbortSignal;
  headers: OutgoingHttpHeaders;
  method?: 'GET' | 'HEAD' | 'POST';
  body?: Buffer;
  network?: Network;
};

/**
 * One request without redirects. SSRF and DNS rebinding: the host is resolved once and checked, and the connection is
 * pinned to that address. The caller destroys the response. @throws NotPublic, or Error where the server is unreachable
 */
export async function askPublic(
  written: string,
  { network = internet, ...asked }: PublicRequest,
): Promise<{ url: URL; response: IncomingMessage }> {
  const url = URL.parse(written);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username || url.password)
    throw new NotPublic('Its address is not one of http or https.');
  const port = network.portOf(url);
  const address = await publicAddress(url.hostname.replace(/^\[|\]$/g, ''), network);
  return { url, response: await ask(url, port, address, asked) };
}

/**
 * For an address that is asked later, and judged again then: names are not resolved, since that may take long.
 * @throws NotPublic where it can never be asked
 */
export function insistOnPublic(written: string): void {
  const url = URL.parse(written);
  if (url?.protocol !== 'https:' || url.username || url.password) throw new NotPublic('Its address is not of https.');
  internet.portOf(url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = isIP(host) ? isPublicAddress(host) : /\.(?!(?:local|localhost|internal|lan)\.?$)[^.]+\.?$/i.test(host);
  if (!isOpen) throw new NotPublic('Its server is not on the public internet.');
}

async function publicAddress(host: string, { resolve, isAllowed }: Network): Promise<Address> {
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host).catch(() => []);
  const [first] = addresses;
  if (!first) throw new Error('Its server has no address.');
  if (!addresses.every(({ address }) => isAllowed(address, host)))
    throw new NotPublic('Its server is not on the public internet.');
  return first;
}

function ask(
  url: URL,
  port: number,
  { address, family }: Address,
  { method = 'GET', signal, headers, body }: Omit<PublicRequest, 'network'>,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, options, callback) => {
    if (options.all) (callback as unknown as (error: null, addresses: Address[]) => void)(null, [{ address, family }]);
    else callback(null, address, family);
  };
  return new Promise((resolveResponse, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method,
      port,
      lookup: pinned,
      signal,
      agent: false,
      headers: { 'accept-encoding': 'identity', ...headers },
    });
    request.on('response', resolveResponse);
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        signal.aborted
          ? new Error('It was stopped.')
          : new Error(`Its server could not be reached (${error.code ?? 'no reason given'}).`),
      ),
    );
    request.end(body);
  });
}
