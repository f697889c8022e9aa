import { account } from '../../messages/account.ts';
import { Gate } from './gate.tsx';
import { useHere } from './use-here.ts';

/** The answer to a form that was opened for one person and sent when somebody else was signed in. */
export function AnotherPersonView({ path }: { path: string }) {
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
