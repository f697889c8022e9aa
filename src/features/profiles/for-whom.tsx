import type { ReactNode } from 'react';
import { finder as words } from '../../messages/finder.ts';
import { Island } from '../../ui/island.tsx';

/** `me`: how oneself is called. `fills`: the page's form takes the person's name and number. */
export type FamilyProps = { me: string; fills?: boolean };

/**
 * The one row that says and chooses whom a page is for. Names are drawn by script alone, so that they stand in no cached
 * page; a personal page may give them as links. Hidden where there is nobody to choose.
 */
export function ForWhom({ fills, children }: { fills?: boolean; children?: ReactNode }) {
  return (
    <Island
      name="family"
      when="signed-in"
      props={{ me: words.people.me, ...(fills ? { fills } : {}) } satisfies FamilyProps}
    >
      <nav className="chips whom" aria-label={words.whoFor} hidden={!children || undefined}>
        <b>{words.whoFor}</b>
        {children}
      </nav>
    </Island>
  );
}
