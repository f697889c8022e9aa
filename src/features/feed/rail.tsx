import { createContext, use } from 'react';
import type { DateToKeep, Helpline } from '../../database/tables/feed.ts';
import { currentLanguage, sourceLanguage } from '../../messages/catalogue.ts';
import { t } from '../../messages/messages.ts';
import { dayAndMonth } from '../../ui/format.ts';
import { SectionHead } from '../../ui/section-head.tsx';
import { findHelpline, groupedNumber } from '../helplines/helplines.ts';
import { HelplinesCheck } from '../helplines/overdue-helplines.tsx';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export type RailModel = { helplines: Helpline[]; dates: DateToKeep[] };

/** The sidebar beside the feed as editors filled it; one provider around the server-rendered page. */
export const RailContext = createContext<RailModel>({ helplines: [], dates: [] });

const datesShown = 3;

export function Helplines({ only }: { only?: string[] }) {
  // Editors choose the lines and word them in the source language; other languages have the words of the list.
  const lines = use(RailContext)
    .helplines.filter((line) => !only || only.includes(line.number))
    .map((line) => (currentLanguage() === sourceLanguage ? line : (findHelpline(line.number) ?? line)));
  if (lines.length === 0) return null;
  return (
    <section>
      <SectionHead title={t.helplines.heading} href="/helplines" />
      <dl className="ledger">
        {lines.map((line) => (
          <div key={line.number}>
            <dt>
              {line.name}
              <small>{line.note}</small>
            </dt>
            <dd>
              <a className="n" href={`tel:${line.number}`}>
                {groupedNumber(line.number)}
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <HelplinesCheck numbers={lines.map(({ number }) => number)} />
    </section>
  );
}

/** Upcoming dates; past ones are skipped, since a cached page may outlive them. */
function DatesToKeep({ now }: { now: string | Date }) {
  const today = dayInIndia(now);
  const dates = use(RailContext)
    .dates.filter(({ date }) => date >= today)
    .slice(0, datesShown);
  if (dates.length === 0) return null;
  return (
    <section>
      <SectionHead title={t.dates.heading} />
      <ul className="ledger dates">
        {dates.map(({ date, title, note, link }) => (
          <li key={date + title}>
            <time dateTime={date}>
              <b>{dayAndMonth(date).day}</b>
              {dayAndMonth(date).month}
            </time>
            <b>
              {link ? <a href={link}>{title}</a> : title}
              <small>{note}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Helplines and dates beside the feed. `now` selects the upcoming dates. */
export function Rail({ now }: { now: string | Date }) {
  return (
    <aside className="side rail" aria-label={t.home.rail}>
      <Helplines />
      <DatesToKeep now={now} />
    </aside>
  );
}
