import { procedures } from '../../features/letters/procedures.ts';
import { errands } from '../../features/papers/errands.ts';
import { nameIn } from '../../features/papers/paper-words.ts';
import { letters as letterWords } from '../../messages/letters.ts';
import { papers as paperWords } from '../../messages/papers.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ErrandsAskedFor } from '../../features/search/errands-asked-for.server.ts';
import { inInterface } from '../errands/letter-words.ts';

/** Straight to the list of papers or the letter that a search is about. */
export function SearchDoors({ papers, letters }: ErrandsAskedFor) {
  if (papers.length + letters.length === 0) return null;
  return (
    <nav className="chips" aria-label={paperWords.doHere}>
      {papers.map((id) => (
        <a key={id} className="chip" href={`/papers/${id}`}>
          <Icon name="papers" />
          {paperWords.titleFor(nameIn(errands[id]))}
        </a>
      ))}
      {letters.map((id) => (
        <a key={id} className="chip" href={`/letters/${id}`}>
          <Icon name="mail" />
          {letterWords.door}: {inInterface(procedures[id].title)}
        </a>
      ))}
    </nav>
  );
}
