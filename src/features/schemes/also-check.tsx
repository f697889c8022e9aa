import { finder as words } from '../../messages/finder.ts';
import { MarkedText } from '../../ui/marked-text.tsx';

/** Conditions of the scheme that no question can decide; shown next to 'may be eligible'. */
export function AlsoCheck({ points }: { points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className="also">
      <p>
        <b>{words.alsoCheck}</b>
      </p>
      <ul>
        {points.map((point) => (
          <li key={point}>
            <MarkedText text={point} />
          </li>
        ))}
      </ul>
    </div>
  );
}
