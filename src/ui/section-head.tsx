import type { ReactNode } from 'react';
import { t } from '../messages/messages.ts';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  href?: string | null;
  more?: string;
  dye?: string;
  id?: string;
  withNudge?: boolean;
  children?: ReactNode;
};

/** Section heading below its rule. `withNudge`: buttons that scroll the row after it. */
export function SectionHead({ title, href, more = t.nav.seeAll, dye, id, withNudge, children }: Props) {
  return (
    <div className="head" data-dye={dye}>
      <h2 id={id}>{title}</h2>
      {children}
      {href && (
        <a href={href} aria-label={`${more}: ${title}`}>
          {more}
        </a>
      )}
      {withNudge && (
        <span className="nudge">
          <button type="button" className="chip" data-act="back" aria-label={t.nav.back}>
            <Icon name="left" />
          </button>
          <button type="button" className="chip" data-act="forward" aria-label={t.nav.forward}>
            <Icon name="right" />
          </button>
        </span>
      )}
    </div>
  );
}
