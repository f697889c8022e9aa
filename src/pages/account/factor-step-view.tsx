import { account } from '../../messages/account.ts';
import { studio } from '../../messages/studio.ts';
import { Field } from '../../ui/field.tsx';
import { Gate } from './gate.tsx';
import { useHere } from './use-here.ts';

/** `kept`: the sealed fields that wait for the code. */
export type FactorStep = { kept: string; problem: string | null };
export const sealedField = 'kept';
export const factorField = 'factorCode';

/** Second factor between the sign-in and the form that comes back: the session is new, and has given none. */
export function FactorStepView({ kept, problem, path }: FactorStep & { path: string }) {
  const words = studio.factor;
  return (
    <Gate title={words.heading} description={account.again.description} path={path}>
      <p className="soft">{words.give}</p>
      <form className="form" method="post" action={useHere()} noValidate>
        <input type="hidden" name={sealedField} value={kept} />
        <Field
          id="factor-code"
          name={factorField}
          label={words.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={problem}
          isFirstWrong={problem !== null}
        />
        <button className="btn full">{words.button}</button>
      </form>
      <p className="soft small">{words.lost}</p>
    </Gate>
  );
}
