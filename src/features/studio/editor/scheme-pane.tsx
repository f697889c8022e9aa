import { useEffect, useState } from 'react';
import { areTranslated } from '../../../islands/translate-later.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import type { SchemeFormProps } from '../scheme-form/scheme-form.tsx';

type Form = (props: SchemeFormProps) => React.ReactNode;

/** The form of a scheme's record. It is fetched when it is first opened: few pieces have one. */
export function SchemePane(props: SchemeFormProps) {
  const [Form, setForm] = useState<Form | null>(null);
  const [failures, setFailures] = useState({ attempt: 0, hasFailed: false });
  const { attempt, hasFailed } = failures;
  useEffect(() => {
    let isGone = false;
    void import('../scheme-form/scheme-form.tsx').then(
      async (module) => {
        await areTranslated();
        if (!isGone) setForm(() => module.SchemeForm);
      },
      () => !isGone && setFailures({ attempt, hasFailed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [attempt]);
  // A text that was restored or merged starts the fields anew.
  if (Form) return <Form key={props.now.shown} {...props} />;
  return (
    <div role="status">
      {hasFailed ? (
        <p className="call warn">
          {words.formNotLoaded}{' '}
          <button
            type="button"
            className="link"
            onClick={() => setFailures({ attempt: attempt + 1, hasFailed: false })}
          >
            {words.tryAgain}
          </button>
        </p>
      ) : (
        <p>{words.formLoading}</p>
      )}
    </div>
  );
}
