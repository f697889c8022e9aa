import { currentLanguage } from '../../messages/catalogue.ts';
import { papers as words } from '../../messages/papers.ts';
import type { Condition, State } from './errand.ts';
import { localNames } from './local-names.ts';
import type { Use } from './merge-papers.ts';
import { type PaperId, register } from './register.ts';

/** The name in the language of the request; Hindi or, for all others, English. */
export const nameIn = ({ name, hi }: { name: string; hi: string }): string => (currentLanguage() === 'hi' ? hi : name);
export const paperName = (id: PaperId): string => nameIn(register[id]);

export const localName = (id: PaperId, state: State | undefined): string | null =>
  (state && localNames[state]?.[id]) ?? null;

function sayCondition({ age, married, home, state }: Condition): string {
  return [
    age && words.onlyIf.age(age.flatMap((each) => (each ? [words.ages[each]] : []))),
    married && (married === 'yes' ? words.onlyIf.married : words.onlyIf.notMarried),
    home && words.onlyIf[home],
    state && words.onlyIf.state(state),
  ]
    .filter(Boolean)
    .join(', ');
}

/** 'as proof of address; or instead: Voter's card; only if married' */
export function sayUse({ proof, instead, note, openIf }: Use): string {
  return [
    openIf && sayCondition(openIf),
    proof && words.asProof[proof],
    note,
    instead.length > 0 && words.instead(instead.map(paperName)),
  ]
    .filter(Boolean)
    .join('; ');
}
