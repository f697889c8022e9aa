import { community as c } from '../../messages/community.ts';
import { Gate, Told } from '../account/gate.tsx';
import { useHere } from '../account/use-here.ts';

export type UnsubscribeModel = { isStopped: boolean };

export function UnsubscribeView({ isStopped }: UnsubscribeModel) {
  const here = useHere();
  return (
    <Gate title={c.notifications.stopTitle} description={c.notifications.stopDescribe} path="/unsubscribe">
      {isStopped ? (
        <Told title={c.notifications.stopped}>
          <p>{c.notifications.stoppedNote}</p>
        </Told>
      ) : (
        <>
          <p>{c.notifications.stopNote}</p>
          <form className="form" method="post" action={here}>
            <button className="btn full">{c.notifications.turnOff}</button>
          </form>
        </>
      )}
      <a className="btn ghost full" href="/notifications">
        {c.notifications.title}
      </a>
    </Gate>
  );
}
