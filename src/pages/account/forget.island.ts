import { notifyOtherTabs } from '../../features/sessions/client/broadcast.ts';
import { forgetPerson } from '../../features/sessions/client/forget-person.ts';

/** Erases this device's personal data when a form signs the user out, or just has. */
export function start(): void {
  const leave = () => {
    void forgetPerson();
    notifyOtherTabs('signout');
  };
  document.querySelector('[data-sign-out]')?.addEventListener('submit', leave);
  if (document.querySelector('[data-signed-out]')) leave();
}
