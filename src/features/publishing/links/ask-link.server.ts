import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { LinkOutcome } from '../../../database/schema.ts';
import { askPublic, internet, type Network, NotPublic } from '../../../platform/http/public-request.server.ts';
import { everythingAllowed, readRobots, type RobotsRules } from './robots-txt.ts';

export type Answer = { outcome: LinkOutcome; status: number | null };
export type LinkAsker = {
  /** HEAD, and GET where that is not answered well; at most five redirects, and no body is read. */
  ask(url: string, signal: AbortSignal): Promise<Answer>;
};

export const product = 'nagrik-link-check';
const mostRedirects = 5;
const robotsBytes = 100_000;

class Stopped extends Error {
  readonly outcome: LinkOutcome;
  constructor(outcome: LinkOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** @param origin our own address, named in the User-Agent so that a webmaster can write to us */
export function createLinkAsker({
  origin,
  network = internet,
  timeoutMs = 15_000,
  retryMs = 2_000,
}: {
  origin: string;
  network?: Network;
  timeoutMs?: number;
  /** Between HEAD and GET. */
  retryMs?: number;
}): LinkAsker {
  const headers = { accept: '*/*', 'user-agent': `${product}/1 (+${origin}/contact)` };
  const robots = new Map<string, Promise<RobotsRules>>();

  const robotsOf = ({ origin: site }: URL, signal: AbortSignal): Promise<RobotsRules> => {
    const known = robots.get(site) ?? readRobotsOf(site, signal);
    robots.set(site, known);
    return known;
  };

  async function readRobotsOf(site: string, signal: AbortSignal): Promise<RobotsRules> {
    try {
      const { response } = await askPublic(`${site}/robots.txt`, { signal, headers, network });
      return response.statusCode === 200 ? readRobots(await textOf(response), product) : drop(response);
    } catch (error) {
      if (error instanceof NotPublic) throw error;
      return everythingAllowed;
    }
  }

  async function follow(method: 'HEAD' | 'GET', start: string, signal: AbortSignal): Promise<number> {
    let next = start;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const parsed = URL.parse(next);
      if (!parsed) throw new Stopped('unreachable');
      // A port of its own and other schemes are refused before robots.txt is asked for.
      if (
        parsed.protocol.startsWith('http') &&
        !(await robotsOf(parsed, signal)).isAllowed(parsed.pathname + parsed.search)
      )
        throw new Stopped('not_asked');
      const { url, response } = await askPublic(next, { method, signal, headers, network });
      const { statusCode = 0, headers: answered } = response;
      response.destroy();
      if (statusCode < 300 || statusCode >= 400 || !answered.location) return statusCode;
      next = URL.parse(answered.location, url)?.href ?? 'about:invalid';
    }
    throw new Stopped('redirects');
  }

  return {
    async ask(url, stop) {
      const limit = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([stop, limit]);
      try {
        const head = await follow('HEAD', url, signal).catch((error: unknown) => {
          if (error instanceof Stopped || error instanceof NotPublic || signal.aborted) throw error;
          return 0;
        });
        if (head >= 200 && head < 300) return { outcome: 'ok', status: head };
        // Many servers answer HEAD wrongly.
        await wait(retryMs, undefined, { signal });
        const status = await follow('GET', url, signal);
        return { outcome: outcomeOf(status), status };
      } catch (error) {
        if (error instanceof NotPublic) return { outcome: 'not_public', status: null };
        if (error instanceof Stopped) return { outcome: error.outcome, status: null };
        return { outcome: limit.aborted ? 'too_slow' : 'unreachable', status: null };
      }
    },
  };
}

/** 401, 403, 429 and 451 say that we are not welcome, not that readers are not. */
function outcomeOf(status: number): LinkOutcome {
  if (status >= 200 && status < 300) return 'ok';
  if (status >= 500) return 'server_error';
  return [401, 403, 405, 406, 429, 451].includes(status) ? 'refused' : 'gone';
}

function drop(response: IncomingMessage): RobotsRules {
  response.destroy();
  return everythingAllowed;
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      parts.push(chunk);
      size += chunk.length;
      if (size >= robotsBytes) break;
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, robotsBytes).toString('utf8');
}
