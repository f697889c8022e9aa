// Cross-tab messages in the format of next-auth's client, so that tabs running that client understand them.
const key = 'nextauth.message';

export type Trigger = 'signin' | 'signout' | 'getSession';

/** Announces a session change. `storage` events reach other tabs only. */
export function notifyOtherTabs(trigger: Trigger): void {
  try {
    // In milliseconds: a `storage` event fires only when the value changes.
    localStorage.setItem(key, JSON.stringify({ event: 'session', data: { trigger }, timestamp: Date.now() }));
  } catch {
    /* storage unavailable: other tabs read the session again when they become visible */
  }
}

function isSessionMessage(text: string | null): boolean {
  try {
    const message = JSON.parse(text ?? '{}') as { event?: unknown; data?: unknown } | null;
    return message?.event === 'session' && Boolean(message.data);
  } catch {
    return false;
  }
}

/** @returns the unsubscribe function */
export function onOtherTabs(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && isSessionMessage(event.newValue)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
