import { groupedNumber, type NamedHelpline } from './helplines.ts';

/** Numbers that a tap calls, each with what it is for. */
export const HelplineLines = ({ lines }: { lines: NamedHelpline[] }) => (
  <dl className="ledger">
    {lines.map(({ number, name, note }) => (
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
);
