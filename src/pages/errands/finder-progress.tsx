import { finder as words } from '../../messages/finder.ts';
import { Changing } from '../../ui/changing.tsx';

export function FinderProgress({
  number,
  decided,
  total,
  whom = words.forMe,
}: {
  number: number;
  decided: number;
  total: number;
  whom?: string;
}) {
  return (
    <div>
      <p className="small soft between">
        <Changing text={words.question(number)} />
        <span>
          <Changing text={whom} />
          <a className="link whom-change" href="#whom">
            {words.change}
            <span className="vh"> {words.whoFor}</span>
          </a>
        </span>
      </p>
      <progress className="vh" max={Math.max(1, total)} value={decided} aria-label={words.progress} />
      <svg className="track" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(decided / Math.max(1, total)) * 100} height="1" />
      </svg>
      <p className="small soft">
        <Changing text={words.decided(decided, total)} />
      </p>
    </div>
  );
}
