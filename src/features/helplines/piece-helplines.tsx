import { t } from '../../messages/messages.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { findHelpline, groupedNumber, helplinesFor } from './helplines.ts';
import { HelplinesCheck } from './overdue-helplines.tsx';
import { helplineSubjectsOf } from './subject-of.ts';

const mostLines = 4;

/** Helplines beside a piece: those of its subjects, then the emergency number. */
export function PieceHelplines(piece: Parameters<typeof helplineSubjectsOf>[0]) {
  const emergency = findHelpline('112');
  const lines = helplineSubjectsOf(piece)
    .flatMap((subject) => helplinesFor(subject).slice(0, 2))
    .filter(({ number }, at, all) => number !== '112' && all.findIndex((line) => line.number === number) === at);
  const shown = [...lines.slice(0, mostLines), ...(emergency ? [emergency] : [])];
  return (
    <section>
      <SectionHead title={t.helplines.heading} />
      <dl className="ledger">
        {shown.map(({ number, name, note }) => (
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
        ))}
      </dl>
      <HelplinesCheck numbers={shown.map(({ number }) => number)} />
    </section>
  );
}
