import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { LinkOutcome } from '../../../database/schema.ts';
import { askPublic, internet, type Network, NotPublic } from '../../../platform/http/public-request.server.ts';

/** What robots.txt says (RFC 9309): the rules for one product token, else those for everybody. */
type RobotsRules = { isAllowed(path: string): boolean };

type Rule = { isAllow: boolean; pattern: string };
const mostRules = 1_000;
const longestPattern = 500;

const everythingAllowed: RobotsRules = { isAllowed: () => true };

/** @param product lower case: 'nagrik-link-check' */
export function readRobots(text: string, product: string): RobotsRules {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.includes(product));
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules).slice(0, mostRules);
  return {
    isAllowed(path) {
      const matching = rules.filter(({ pattern }) => matches(pattern, path));
      const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
      const decisive = matching.filter(({ pattern }) => pattern.length === longest);
      return decisive.length === 0 || decisive.some(({ isAllow }) => isAllow);
    },
  };
}

function groupsOf(text: string): { agents: string[]; rules: Rule[] }[] {
  const groups: { agents: string[]; rules: Rule[] }[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const group = groups.at(-1);
    if (field === 'user-agent') {
      const agent = value.trim().toLowerCase();
      if (isNaming && group) group.agents.push(agent);
      else groups.push({ agents: [agent], rules: [] });
      isNaming = true;
    } else if ((field === 'allow' || field === 'disallow') && group) {
      isNaming = false;
      const pattern = value.trim();
      if (pattern !== '' && pattern.length <= longestPattern) group.rules.push({ isAllow: field === 'allow', pattern });
    }
  }
  return groups;
}

/** `*` matches any text, a final `$` the end. No regular expression: a hostile pattern could backtrack (ReDoS). */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    if (isLast && isWhole) return path.length - part.length >= at && path.endsWith(part);
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length;
}

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
