import { useEffect } from 'react';
import { tellOtherTabs } from '../../features/sessions/client/broadcast.ts';
import { forgetPerson } from '../../features/sessions/client/forget-person.ts';
import { sharedDevice } from '../../platform/local-store.ts';

/** Keeps the choice 'this is a shared phone', and acts on it when somebody signs out by a form. */
export function SharedDevice() {
  useEffect(() => {
    const abort = new AbortController();
    const box = document.querySelector<HTMLInputElement>('[data-shared-device]');
    if (box) {
      box.disabled = false;
      box.checked = sharedDevice.read() === 'yes';
      box.addEventListener('change', () => sharedDevice.write(box.checked ? 'yes' : 'no'), { signal: abort.signal });
    }
    const leave = () => {
      void forgetPerson();
      tellOtherTabs('signout');
    };
    document.querySelector('[data-sign-out]')?.addEventListener('submit', leave, { signal: abort.signal });
    if (document.querySelector('[data-signed-out]')) leave();
    return () => abort.abort();
  }, []);
  return null;
}
