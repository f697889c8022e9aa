type Level = 'error' | 'warn' | 'debug';

/** To the server's log. Never what somebody typed, and no number, address or token. */
export function logToServer(level: Level, code: string, message: string): void {
  const body = new URLSearchParams({ level, code, message: message.slice(0, 500) });
  try {
    if (navigator.sendBeacon?.('/api/auth/_log', body)) return;
    fetch('/api/auth/_log', { method: 'POST', body, keepalive: true }).catch(() => {
      /* a log is not worth an error */
    });
  } catch {
    /* nor is it here */
  }
}
