import type { ReactNode } from 'react';
import { Icon, Seal } from './icon.tsx';

type Words = { title: string; note?: string; level?: 2 | 3; children?: ReactNode };

function Heading({ level, title }: { level: 2 | 3; title: string }) {
  return level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>;
}

/** Empty state; `children`: ways on. */
export function Empty({ icon, dye = 'mor', title, note, level = 2, children }: Words & { icon: string; dye?: string }) {
  return (
    <div className="box void" data-dye={dye}>
      <Seal name={icon} />
      <Heading level={level} title={title} />
      {note && <p className="soft">{note}</p>}
      {children}
    </div>
  );
}

type Tone = 'note' | 'good' | 'warn' | 'bad';
const toneIcon: Record<Tone, string> = { note: 'info', good: 'tick', warn: 'alert', bad: 'scams' };

/** Callout within text: note, confirmation or warning. */
export function Call({ tone = 'note', title, children }: { tone?: Tone; title: ReactNode; children: ReactNode }) {
  return (
    <div className={`call ${tone}`}>
      <Icon name={toneIcon[tone]} />
      <b>{title}</b>
      {children}
    </div>
  );
}

/** Status stamp: checked, stale or fake. */
export function Stamp({
  tone,
  icon,
  note,
  children,
}: {
  tone: Tone;
  icon: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <p className={`stamp ${tone}`}>
      <Icon name={icon} />
      <span>
        {children}
        {note && <small>{note}</small>}
      </span>
    </p>
  );
}
