import { groupedNumber, helplineAnchor, type NamedHelpline } from './helplines.ts';

type Props = { lines: NamedHelpline[]; areAnchored?: boolean };

/** Numbers that a tap calls, each with what it is for. */
export const HelplineLines = ({ lines, areAnchored = false }: Props) => (
  <dl className="ledger">
    {lines.map(({ number, name, note }) => (
      <div key={number} id={areAnchored ? helplineAnchor(number) : undefined}>
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
);
