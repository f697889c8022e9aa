type Level = 'error' | 'warn' | 'debug';

/** Sends to the server's log. Never user input, phone numbers, email addresses or tokens. */
export function logToServer(level: Level, code: string, message: string): void {
  const body = new URLSearchParams({ level, code, message: message.slice(0, 500) });
  try {
    if (navigator.sendBeacon?.('/api/auth/_log', body)) return;
    fetch('/api/auth/_log', { method: 'POST', body, keepalive: true }).catch(() => {
      /* logging is best effort */
    });
  } catch {
    /* best effort here too */
  }
}
