// Between tabs, in the words of next-auth's client, so that a tab which uses that one understands ours.
const key = 'nextauth.message';

export type Trigger = 'signin' | 'signout' | 'getSession';

/** Says that the session has changed; only other tabs hear it. */
export function tellOtherTabs(trigger: Trigger): void {
  try {
    // In milliseconds: the same text again would reach nobody.
    localStorage.setItem(key, JSON.stringify({ event: 'session', data: { trigger }, timestamp: Date.now() }));
  } catch {
    /* without storage they find out when somebody looks at them */
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

/** @returns what ends the listening */
export function onOtherTabs(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && isSessionMessage(event.newValue)) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
