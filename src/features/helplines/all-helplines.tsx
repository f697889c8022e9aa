import { t } from '../../messages/messages.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { helplineList } from './helpline-list.ts';
import { findHelpline, groupedNumber } from './helplines.ts';

/** Calls work where the internet does not. */
export function AllHelplines() {
  return (
    <section>
      <SectionHead title={t.helplines.heading} />
      <dl className="ledger">
        {helplineList.map(({ number }) => {
          const { name, note } = findHelpline(number)!;
          return (
            <div key={number}>
              <dt>
                {name}
                <small>{note}</small>
              </dt>
              <dd>
                <a className="n" href={`tel:${number}`}>
                  {groupedNumber(number)}
                </a>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
