import { type ComponentType, createContext, use } from 'react';
import { account } from '../../messages/account.ts';
import { SignInStepView } from '../community/sign-in-step-view.tsx';
import type { SignInModel } from '../community/sign-in-to-post.server.ts';
import { type FactorStep, FactorStepView } from './factor-step-view.tsx';
import { Gate } from './gate.tsx';
import { useHere } from './use-here.ts';

export const writtenBy = 'writtenBy';

/** `mark`: says, to this site alone, for whom the page was made. */
export type OwnModel<Model> =
  | { step: 'signIn'; signIn: SignInModel; path: string }
  | { step: 'factor'; factor: FactorStep; path: string }
  | { step: 'another'; path: string }
  | { step: null; mark: string; model: Model };

const Mark = createContext<string | null>(null);

/**
 * In every form that people type into: after a session has ended, its fields come back to this viewer only; and it is
 * not carried out for somebody who has signed in since, in another window of a shared phone.
 */
export function WrittenBy() {
  const mark = use(Mark);
  return mark === null ? null : <input type="hidden" name={writtenBy} value={mark} />;
}

/** The view of a page that `ownLoader` serves, or the sign-in that a form of it leads to. */
export function ownView<Model extends object>(View: ComponentType<Model>) {
  return function OwnView(served: OwnModel<Model>) {
    if (served.step === 'another') return <AnotherPersonView path={served.path} />;
    if (served.step === 'factor') return <FactorStepView {...served.factor} path={served.path} />;
    if (served.step === 'signIn')
      return <SignInStepView model={served.signIn} path={served.path} texts={account.again} words="" />;
    return (
      <Mark value={served.mark}>
        <View {...served.model} />
      </Mark>
    );
  };
}

/** The answer to a form that was opened for one person and sent when somebody else was signed in. */
function AnotherPersonView({ path }: { path: string }) {
  const words = account.another;
  return (
    <Gate title={words.title} description={words.note} path={path}>
      <p role="alert">{words.note}</p>
      <p>
        <a className="btn full" href={useHere()}>
          {words.open}
        </a>
      </p>
    </Gate>
  );
}
