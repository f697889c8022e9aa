import { t } from '../../messages/messages.ts';
import { groupedNumber, type NamedHelpline } from './helplines.ts';
import { HelplinesCheck } from './overdue-helplines.tsx';

/** Numbers to call now, before anything else. */
export function UrgentHelplines({ lines }: { lines: NamedHelpline[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="note urgent" aria-label={t.helplines.heading} data-help="">
      <p>
        <b>{t.search.urgent}</b> {t.search.urgentNote}
      </p>
      <div className="chips">
        {lines.map(({ number, name, note }) => (
          <a key={number} className="btn" href={`tel:${number}`}>
            {groupedNumber(number)} {name}
            <span className="vh">: {note}</span>
          </a>
        ))}
      </div>
      <HelplinesCheck numbers={lines.map(({ number }) => number)} />
    </section>
  );
}
