import type { ReactNode } from 'react';
import { Icon, Seal } from './icon.tsx';

type EmptyProps = { icon: string; dye?: string; title: string; note?: string; children?: ReactNode };

/** Empty state; `children`: ways on. */
export function Empty({ icon, dye = 'mor', title, note, children }: EmptyProps) {
  return (
    <div className="box void" data-dye={dye}>
      <Seal name={icon} />
      <h2>{title}</h2>
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
