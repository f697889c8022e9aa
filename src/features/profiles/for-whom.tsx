import type { ReactNode } from 'react';
import { account } from '../../messages/account.ts';
import { finder as words } from '../../messages/finder.ts';
import { Island } from '../../ui/island.tsx';
import type { Relation } from './profiles.contract.ts';

/** `unnamed`: how somebody without a name is called. `fills`: the page's form takes the person's name and number. */
export type FamilyProps = { unnamed: Record<Relation, string>; fills?: boolean };

/** By what they are to the reader. */
export const unnamedMembers = (): Record<Relation, string> => ({ ...account.relations, SELF: words.people.me });

/**
 * The one row that says and chooses whom a page is for. Names are drawn by script alone, so that they stand in no cached
 * page; a personal page may give them as links. Hidden where there is nobody to choose.
 */
export function ForWhom({ fills, children }: { fills?: boolean; children?: ReactNode }) {
  return (
    <Island
      name="family"
      when="signed-in"
      props={{ unnamed: unnamedMembers(), ...(fills ? { fills } : {}) } satisfies FamilyProps}
    >
      <nav id="whom" className="chips whom" aria-label={words.whoFor} hidden={!children || undefined}>
        <b>{words.whoFor}</b>
        {children}
      </nav>
    </Island>
  );
}
