import { useSyncExternalStore } from 'react';
import { type CombinedPaper, combinePapers } from '../../features/schemes/combine-papers.ts';
import type { SavedScheme } from '../../features/schemes/schemes.contract.ts';
import { cart as words } from '../../messages/cart.ts';
import { followFamily } from '../../features/profiles/client/family.ts';
import { papersAtHand, ticksIn, writeTicks } from '../../platform/browser/local-store.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { Changing } from '../../ui/changing.tsx';
import { langOf } from '../../ui/format.ts';
import { keepTogether } from '../../ui/keep-together.ts';
import { SendOrPrint } from '../../ui/send-or-print.tsx';

const readTicks = () => ticksIn(papersAtHand);
function followTicks(listener: () => void): () => void {
  const ends = [papersAtHand.subscribe(listener), followFamily(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** What the saved schemes ask for, each paper once, with ticks that this device keeps. */
export function Papers({ schemes, whom }: { schemes: SavedScheme[]; whom: string | null }) {
  const papers = combinePapers(schemes);
  const ticked = useSyncExternalStore(followTicks, readTicks, readTicks);
  const have = papers.filter(({ name }) => ticked.includes(name)).length;
  const tick = (name: string, is: boolean) =>
    writeTicks(
      papersAtHand,
      is ? [...ticked.filter((one) => one !== name), name].slice(-500) : ticked.filter((one) => one !== name),
    );
  const message = words.message(
    schemes.map(({ name }) => name),
    papers.map(({ name }) => name),
    location.origin + addressHere('/cart'),
  );
  return (
    <aside className="side" aria-label={words.papersFor(schemes.length)}>
      <section>
        <div className="head">
          <h2>
            <Changing text={[whom, words.papersFor(schemes.length)].filter(Boolean).join(': ')} />
          </h2>
        </div>
        <div className="papers paper-list">
          <p>
            <Changing text={papers.length === 0 ? words.noPapers : words.papersOnce} />
          </p>
          {papers.map((paper) => (
            <Paper
              key={paper.name}
              paper={paper}
              ofAll={schemes.length}
              isTicked={ticked.includes(paper.name)}
              onTick={tick}
            />
          ))}
        </div>
        {papers.length > 0 && (
          <p className="small soft" role="status">
            <Changing text={words.have(have, papers.length)} />
          </p>
        )}
        <SendOrPrint className="acts" text={message} send={words.whatsApp} print={words.print} />
      </section>
    </aside>
  );
}

function Paper({
  paper: { name, notes, schemes },
  ofAll,
  isTicked,
  onTick,
}: {
  paper: CombinedPaper;
  ofAll: number;
  isTicked: boolean;
  onTick: (name: string, is: boolean) => void;
}) {
  return (
    <label>
      <input type="checkbox" checked={isTicked} onChange={(event) => onTick(name, event.target.checked)} />
      <span lang={langOf(name)}>{keepTogether(name)}</span>
      <small>
        <Changing
          text={[schemes.length === ofAll && ofAll > 1 ? words.all : schemes.join(', '), ...notes].join('; ')}
        />
      </small>
    </label>
  );
}
