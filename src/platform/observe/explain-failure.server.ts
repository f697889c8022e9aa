import { BucketError } from '../media/bucket-error.ts';

type Failure = {
  code?: unknown;
  syscall?: unknown;
  hostname?: unknown;
  message?: unknown;
  path?: unknown;
  cause?: unknown;
};
type Place = { databaseUrl: string | undefined; host: string; port: number; dataDir: string };

/**
 * Explains to the operator why a start failed; null where it is nothing that an operator could fix. No password leaks:
 * of DATABASE_URL only host, port and name are repeated.
 */
export function explainFailure(thrown: unknown, place: Place): string | null {
  if (thrown instanceof BucketError) return thrown.message;
  const { code, syscall, hostname, message, path } = deepest(thrown);
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === place.host)) {
    const why: Record<string, string> = {
      EADDRINUSE: `Port ${place.port} is taken by another program. Stop that one, or choose another port: PORT=${place.port + 1} npm start`,
      EACCES: `Port ${place.port} is not allowed to this user. Choose one above 1023: PORT=3000 npm start`,
    };
    return why[String(code)] ?? `HOST: there is no address ${place.host} on this machine (${String(code)}).`;
  }
  if (place.databaseUrl !== undefined) {
    const why = ofDatabase(String(code), String(message));
    if (why) return `The database of DATABASE_URL (${shown(place.databaseUrl)}) ${why}`;
  }
  if (typeof path === 'string' && path.startsWith(place.dataDir) && typeof code === 'string')
    return `DATA_DIR: ${place.dataDir} cannot be used (${code}, ${path}).`;
  if (String(message) === 'unable to open database file') return `DATA_DIR: ${place.dataDir} cannot be written.`;
  return null;
}

// Drizzle wraps the driver's error; a host name with two addresses fails with an AggregateError.
function deepest(thrown: unknown): Failure {
  const failure = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Failure;
  if (failure.cause) return deepest(failure.cause);
  return failure instanceof AggregateError ? deepest(failure.errors[0]) : failure;
}

function ofDatabase(code: string, message: string): string | null {
  if (
    /^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|ENOENT)$/.test(code) ||
    /timeout|Connection terminated/.test(message)
  )
    return 'does not answer. Is PostgreSQL running there, and open to this machine?';
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'has a host name that nobody knows.';
  if (/^(28P01|28000)$/.test(code) || /password must be a string/.test(message))
    return 'refused the user or the password.';
  if (code === '3D000') return 'does not exist. Make it first: createdb NAME';
  if (code === '42501') return `does not allow this user to make tables or extensions: ${message}.`;
  return /^(57P03|53300)$/.test(code) ? 'takes no connections at the moment: it is starting, stopping or full.' : null;
}

function shown(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.host || 'localhost'}${url.pathname}` : 'no address';
}
