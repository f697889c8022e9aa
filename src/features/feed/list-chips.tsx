import { listChoices } from '../../messages/list-choices.ts';
import { stateName } from '../../messages/places.ts';
import { langOf } from '../../ui/format.ts';
import { addressWith } from '../../ui/pager.tsx';
import type { ListChoices } from '../articles/list-choices.queries.server.ts';

/** Null: all. `otherState` is a State that has nothing of its own here. */
export type Chosen = { state: string | null; for: string | null };
export const otherState = 'other';
export const isNarrow = (chosen: Chosen): boolean => chosen.state !== null || chosen.for !== null;

type Choice = { key: string | null; name: string };

function Row({
  label,
  all,
  chosen,
  hrefOf,
}: {
  label: string;
  all: Choice[];
  chosen: string | null;
  hrefOf: (key: string | null) => string;
}) {
  return (
    <nav className="chips" aria-label={label}>
      <b>{label}</b>
      {all.map(({ key, name }) => (
        <a
          key={key}
          className="chip"
          rel="nofollow"
          href={hrefOf(key)}
          aria-current={key === chosen ? 'true' : undefined}
        >
          <span lang={langOf(name)}>{name}</span>
        </a>
      ))}
    </nav>
  );
}

/** Narrows a list to a State and to people; links to other categories take the choice along (choice.ts). */
export function ListChips({ path, choices, chosen }: { path: string; choices: ListChoices; chosen: Chosen }) {
  const { states, whom } = choices;
  const own = chosen.state === otherState ? null : chosen.state;
  const shown = own === null || states.includes(own) ? states : [own, ...states];
  if (whom.length < 2 && states.length === 0) return null;
  // Narrowed, its script stores the choice at once; a plain list loads none before the first touch.
  return (
    <div className="stack" data-choice="" data-soon={isNarrow(chosen) ? '' : undefined}>
      {whom.length > 1 && (
        <Row
          label={listChoices.forWhom}
          all={[{ key: null, name: listChoices.everybody }, ...whom]}
          chosen={chosen.for}
          hrefOf={(key) => addressWith(path, { ...chosen, for: key })}
        />
      )}
      {states.length > 0 && (
        <Row
          label={listChoices.state}
          all={[
            { key: null, name: listChoices.everyState },
            ...shown.map((key) => ({ key, name: stateName(key) })),
            { key: otherState, name: listChoices.otherState },
          ]}
          chosen={chosen.state}
          hrefOf={(key) => addressWith(path, { ...chosen, state: key })}
        />
      )}
    </div>
  );
}
