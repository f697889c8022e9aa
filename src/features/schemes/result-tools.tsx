import { finder as words } from '../../messages/finder.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { SendOrPrint } from '../../ui/send-or-print.tsx';

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
  return <SendOrPrint className="share" text={text} send={words.sendResults} print={words.printResults} />;
}
