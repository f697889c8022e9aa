import { type ComponentType, useEffect, useState } from 'react';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';

/** What a script adds to a question's page, each part only where it is needed: somebody signed in, or a form that comes back. */
export function ThreadHelper() {
  const [CodeHelper, setCodeHelper] = useState<ComponentType | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    if (document.querySelector('[data-code-form]'))
      void import('../account/code-helper.tsx').then(
        (module) => setCodeHelper(() => module.CodeHelper),
        () => {},
      );
    void import('./thread-acts.ts').then(
      ({ watchThread }) => {
        if (!abort.signal.aborted) watchThread(abort.signal, seemsSignedIn);
      },
      () => {},
    );
    return () => abort.abort();
  }, []);
  return CodeHelper && <CodeHelper />;
}
