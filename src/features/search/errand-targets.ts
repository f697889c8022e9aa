import { translated } from '../../messages/catalogue.ts';
import { papers as paperWords } from '../../messages/papers.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import { findHelpline, groupedNumber, helplineAddress } from '../helplines/helplines.ts';
import type { ProcedureId } from '../letters/letters.contract.ts';
import { procedures } from '../letters/procedures.ts';
import { type ErrandId, errandIds, getErrand } from '../papers/errands.ts';
import { type DoorId, doorIds, doors } from './doors.ts';

/** What is found by names, beside the pieces. */
export type Target = { papers: ErrandId } | { letters: ProcedureId } | { helplines: string } | { doors: DoorId };

export const errandTargets: Target[] = [
  ...errandIds.map((id) => ({ papers: id })),
  ...Object.values(procedures).map(({ id }) => ({ letters: id })),
  ...helplineList.map(({ number }) => ({ helplines: number })),
];
export const allTargets: Target[] = [...doorIds.map((id) => ({ doors: id })), ...errandTargets];

export const keyOf = (target: Target): string => Object.entries(target).join();

const byKey = new Map(allTargets.map((target) => [keyOf(target), target]));
/** Null where there is no such one, or none any more. */
export const targetOf = (key: string): Target | null => byKey.get(key) ?? null;

export function titleOf(target: Target): string {
  if ('papers' in target) return paperWords.titleFor(translated(getErrand(target.papers).name));
  if ('letters' in target) return translated(procedures[target.letters].title);
  if ('doors' in target) return doors[target.doors].title();
  const { number, name } = findHelpline(target.helplines)!;
  return `${groupedNumber(number)} ${name}`;
}

export function addressOf(target: Target): string {
  if ('papers' in target) return `/papers/${target.papers}`;
  if ('letters' in target) return `/letters/${target.letters}`;
  return 'doors' in target ? doors[target.doors].address : helplineAddress(target.helplines);
}
