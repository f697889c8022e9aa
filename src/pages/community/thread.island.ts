import { areTranslated } from '../../islands/translate-later.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';

/** Enhancement of a question's page; each part is imported only where needed (a signed-in viewer, a rejected form). */
export async function start(): Promise<void> {
  const [{ watchThread }, code] = await Promise.all([
    import('./thread-acts.ts'),
    document.querySelector('[data-code-form]') ? import('../account/code.island.ts') : null,
  ]);
  await areTranslated();
  code?.start(null, {});
  watchThread(seemsSignedIn);
}
