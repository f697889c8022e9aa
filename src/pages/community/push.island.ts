import { apiFetch } from '../../features/sessions/client/api-fetch.ts';

/** `endpoints`: of the browsers on which this person is notified. */
export type PushProps = { publicKey: string; endpoints: string[] };
type Words = 'isOn' | 'isOff' | 'refused' | 'notHere' | 'failed';

/** Turns notifications on this device on and off. */
export async function start(element: HTMLElement, { publicKey, endpoints }: PushProps): Promise<void> {
  const own = new Set(endpoints);
  const show = (words: Words) => {
    const text = element.querySelector<HTMLTemplateElement>(`[data-words=${words}]`)?.content.textContent;
    element.querySelector('[role=status]')!.textContent = text ?? '';
  };
  const button = (what: 'on' | 'off') => element.querySelector<HTMLButtonElement>(`[data-push=${what}]`)!;
  const offer = (isOn: boolean) => {
    button('on').hidden = isOn;
    button('off').hidden = !isOn;
    show(isOn ? 'isOn' : 'isOff');
  };
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return show('notHere');
  const { pushManager } = await navigator.serviceWorker.ready;
  const begun = await pushManager.getSubscription();
  // Another person may have asked for it in this browser.
  offer(begun !== null && own.has(begun.endpoint));

  const register = (subscription: PushSubscription) => {
    const { endpoint, keys } = subscription.toJSON();
    const body = { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } };
    return apiFetch<{ data: { id: string } }>('/user/push', { method: 'POST', body });
  };
  const subscribe = async () => {
    const known = await pushManager.getSubscription();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    // The key of the site may have changed since.
    return known
      ? pushManager.subscribe(options).catch(async () => {
          await known.unsubscribe();
          return pushManager.subscribe(options);
        })
      : pushManager.subscribe(options);
  };
  button('on').addEventListener('click', () => {
    void (async () => {
      if ((await Notification.requestPermission()) !== 'granted') return show('refused');
      await register(await subscribe());
      offer(true);
      button('off').focus();
    })().catch(() => show('failed'));
  });
  button('off').addEventListener('click', () => {
    void (async () => {
      const known = await pushManager.getSubscription();
      if (known) {
        const { data } = await register(known);
        await apiFetch(`/user/push/${data.id}`, { method: 'DELETE' });
        await known.unsubscribe();
      }
      offer(false);
      button('on').focus();
    })().catch(() => show('failed'));
  });
}
