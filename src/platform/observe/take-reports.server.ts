import { closedPolicy } from '../guard/security-headers.server.ts';
import { wideNetworkOf } from '../guard/networks.ts';
import { answerErrors, type ApiApp, takeJson } from '../http/api.server.ts';

// Log lines per hour: in total, and per network. A real fault is seen from many networks.
const mostLines = 500;
const mostOfNetwork = 8;
const anHour = 3_600_000;

/**
 * What browsers report is logged once an hour for each kind. Bounded by network, so that forged reports cannot suppress
 * real ones.
 */
function distinctLines(app: ApiApp): (kind: string, ip: string) => boolean {
  const logged = new Set<string>();
  const linesOf = new Map<string, number>();
  const forgetting = setInterval(() => {
    logged.clear();
    linesOf.clear();
  }, anHour);
  forgetting.unref();
  app.addHook('onClose', async () => clearInterval(forgetting));
  return (kind, ip) => {
    const network = wideNetworkOf(ip);
    const lines = linesOf.get(network) ?? 0;
    if (logged.has(kind) || logged.size >= mostLines || lines >= mostOfNetwork) return false;
    logged.add(kind);
    linesOf.set(network, lines + 1);
    return true;
  };
}

/**
 * Prepares a place where browsers send reports of these content types.
 * @returns whether to log a report of this kind, from this address
 */
export function takeReports(app: ApiApp, types: string[]): (kind: string, ip: string) => boolean {
  takeJson(app, types);
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('content-security-policy', closedPolicy)
      .header('cross-origin-resource-policy', 'same-origin');
  });
  return distinctLines(app);
}
