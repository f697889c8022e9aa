import { findHelpline, groupedNumber } from '../../features/helplines/helplines.ts';
import { procedures } from '../../features/letters/procedures.ts';
import { getErrand } from '../../features/papers/errands.ts';
import { translated } from '../../messages/catalogue.ts';
import { letters as letterWords } from '../../messages/letters.ts';
import { papers as paperWords } from '../../messages/papers.ts';
import { langOf } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { doors } from '../../features/search/doors.ts';
import type { MatchedErrands } from '../../features/search/match-errands.server.ts';

/** A call to action: a few questions, then the next steps. */
export type Call = { title: string; canonicalUrl: string };

/** Straight to the part of the site, the list of papers or the letter that a search is about. */
export function SearchDoors({
  doors: named = [],
  papers,
  letters,
  helplines = [],
  calls = [],
}: Partial<MatchedErrands> & Pick<MatchedErrands, 'papers' | 'letters'> & { calls?: Call[] }) {
  if (named.length + papers.length + letters.length + helplines.length + calls.length === 0) return null;
  return (
    <nav className="chips" aria-label={paperWords.doHere}>
      {named.map((id) => (
        <a key={id} className="chip" href={doors[id].address}>
          {doors[id].title()}
        </a>
      ))}
      {calls.map(({ title, canonicalUrl }) => (
        <a key={canonicalUrl} className="chip" href={canonicalUrl} lang={langOf(title)}>
          <Icon name="quest" />
          {title}
        </a>
      ))}
      {papers.map((id) => (
        <a key={id} className="chip" href={`/papers/${id}`}>
          <Icon name="papers" />
          {paperWords.titleFor(translated(getErrand(id).name))}
        </a>
      ))}
      {letters.map((id) => (
        <a key={id} className="chip" href={`/letters/${id}`}>
          <Icon name="mail" />
          {letterWords.door}: {translated(procedures[id].title)}
        </a>
      ))}
      {helplines
        .map((number) => findHelpline(number)!)
        .map((line) => (
          <a key={line.number} className="chip" href={`tel:${line.number}`}>
            <Icon name="phone" />
            {groupedNumber(line.number)} {line.name}
          </a>
        ))}
    </nav>
  );
}
