import { finder as words } from '../../messages/finder.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { Icon } from '../../ui/icon.tsx';

const mostNamed = 20;

/** Print, and send the schemes' names. The address in the message holds no answers. */
export function ResultTools({
  names,
  origin = globalThis.location?.origin ?? '',
}: {
  names: string[];
  origin?: string;
}) {
  const address = origin + addressHere('/find-schemes');
  const text = words.resultsMessage(names.slice(0, mostNamed), `${words.alsoCheckPages}\n${address}`);
  return (
    <div className="share">
      <a className="tool" rel="noopener nofollow" href={`https://wa.me/?text=${encodeURIComponent(text)}`}>
        <Icon name="chat" />
        {words.sendResults}
      </a>
      <button type="button" className="tool" data-act="print">
        <Icon name="print" />
        {words.printResults}
      </button>
    </div>
  );
}
