import { finder as words } from '../../messages/finder.ts';
import { stateName } from '../../messages/places.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';

/** After so many skipped questions the results so far are shown: who knows little is not asked without end. */
const mostSkipped = 3;
export const hasSkippedEnough = (skipped: number) => skipped >= mostSkipped;

/** `href`: of the results. */
export const Enough = ({ href }: { href: string }) => (
  <p>
    {words.enough}{' '}
    <a className="btn ghost" href={href}>
      {words.seeResults}
    </a>
  </p>
);

/** Where the answered State has no scheme here: what the results are, and how to ask. */
export function StateWithout({ state }: { state: string }) {
  const name = stateName(state);
  const ask = `${addressHere('/community/ask')}?${new URLSearchParams({ title: words.whichOf(name) })}`;
  return (
    <p>
      {words.noSchemesOf(name)} {words.centralOnes}{' '}
      <a className="btn ghost" rel="nofollow" href={ask}>
        {words.askThis}
      </a>
    </p>
  );
}
