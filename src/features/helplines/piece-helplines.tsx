import { t } from '../../messages/messages.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { HelplineLines } from './helpline-lines.tsx';
import { findHelpline, helplinesFor } from './helplines.ts';
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
      <HelplineLines lines={shown} />
      <HelplinesCheck numbers={shown.map(({ number }) => number)} />
    </section>
  );
}
