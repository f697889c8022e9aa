import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions } from 'pino';
import { requestContext } from '../http/request-context.server.ts';

/** Lines of one kind per minute: per network, and in total. */
export const mostLines = { ofNetwork: 10, ofAll: 300 };
const aMinute = 60_000;
const mostKeys = 10_000;

type Gate = (kind: string) => boolean;

/**
 * A logger that requests cannot flood: warnings and errors are rate limited by message, and by the caller's network.
 * Suppressed lines are summed up once a minute. Lines outside any request (jobs, start, stop) always pass.
 */
export function boundLog<Logger extends FastifyBaseLogger>(logger: Logger): { log: Logger; close(): void } {
  const lines = new Map<string, number>();
  const left = new Map<string, number>();
  const report = () => {
    lines.clear();
    if (left.size === 0) return;
    logger.warn(
      { leftOut: Object.fromEntries(left) },
      'lines of the log were left out: too many of a kind in a minute',
    );
    left.clear();
  };
  const timer = setInterval(report, aMinute).unref();

  const passes: Gate = (kind) => {
    const network = requestContext.getStore()?.networkOf?.();
    if (network === undefined) return true;
    const key = `${network} ${kind}`;
    const [own, all] = [lines.get(key) ?? 0, lines.get(kind) ?? 0];
    if (own >= mostLines.ofNetwork || all >= mostLines.ofAll || lines.size >= mostKeys) {
      left.set(kind, (left.get(kind) ?? 0) + 1);
      return false;
    }
    lines.set(key, own + 1).set(kind, all + 1);
    return true;
  };
  return {
    log: withGate(logger, passes),
    close() {
      clearInterval(timer);
      report();
    },
  };
}

function withGate<Logger extends FastifyBaseLogger>(logger: Logger, passes: Gate): Logger {
  const gated = Object.create(logger) as Logger;
  const kindOf = ([first, second]: unknown[]) => String(typeof first === 'string' ? first : second);
  for (const level of ['warn', 'error'] as const) {
    gated[level] = ((...line: [never]) => {
      if (passes(kindOf(line))) logger[level](...line);
    }) as Logger[typeof level];
  }
  gated.child = ((bindings: Bindings, options?: ChildLoggerOptions) =>
    withGate(logger.child(bindings, options), passes)) as Logger['child'];
  // Pino redefines its level methods when the level changes: forward the change to pino, or it would overwrite the
  // gate.
  Object.defineProperty(gated, 'level', {
    get: () => logger.level,
    set: (level: string) => {
      logger.level = level;
    },
  });
  return gated;
}
