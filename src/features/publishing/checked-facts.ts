import { translated } from '../../messages/catalogue.ts';
import { helplineList } from '../helplines/helpline-list.ts';
import type { Helpline } from '../helplines/helplines.ts';
import { holidaySource } from '../letters/holidays.ts';
import { sources as letterSources } from '../letters/sources.ts';
import { errandIds, getErrand } from '../papers/errands.ts';
import { digiLockerSources, papers } from '../papers/papers.ts';
import { type CheckedKind, isOverdue, nextCheckOn, overdueSince } from './check-intervals.ts';

/** A fact that stands in the site's own code, and is changed there. */
export type CheckedFact = {
  kind: Extract<CheckedKind, 'helpline' | 'fee' | 'paper' | 'letter'>;
  /** In English, as its key has it. */
  title: string;
  /** In the current language, where the code has it. */
  shownTitle?: string;
  source: string;
  /** Null: known from the law, never compared with a page. */
  checkedOn: string | null;
};

/** Says all that was checked: where the fact changes in the code, its check and its owner are asked for anew. */
export const factKey = ({ kind, title, source }: Pick<CheckedFact, 'kind' | 'title' | 'source'>): string =>
  `${kind} ${source} ${title}`.slice(0, 500);

type Checks = ReadonlyMap<string, { checkedOn: string | null }>;
/** The later of the day in the code and an editor's 'still right'. */
export function lastFactCheck(fact: CheckedFact, checks: Checks): string | null {
  const stored = checks.get(factKey(fact))?.checkedOn ?? null;
  return stored !== null && (fact.checkedOn === null || stored > fact.checkedOn) ? stored : fact.checkedOn;
}

const helplineFact = ({ number, words, source, checkedOn }: Helpline): CheckedFact => ({
  kind: 'helpline',
  title: `${number} · ${words.en.name}`,
  shownTitle: `${number} · ${translated(words).name}`,
  source,
  checkedOn,
});

/** Numbers whose check is overdue, with the day of the last one. @param today the day in India */
export function overdueHelplines(today: string, checks: Checks): Map<string, string> {
  return new Map(
    helplineList.flatMap((line) => {
      const since = overdueSince('helpline', [lastFactCheck(helplineFact(line), checks)], today);
      return since === null ? [] : [[line.number, since] as const];
    }),
  );
}

/** Helplines, fees and times of papers, lists of papers and sources of letters, each with the day it was read. */
export function checkedFacts(): CheckedFact[] {
  const feesAndTimes = Object.values(papers).flatMap(({ name, fee, days }) =>
    [fee, days].flatMap((fact): CheckedFact[] =>
      fact === null || fact === 'own'
        ? []
        : [
            {
              kind: 'fee',
              title: `${name.en}: ${fact.text.en}`,
              source: fact.source.url,
              checkedOn: fact.source.readOn,
            },
          ],
    ),
  );
  const lists = errandIds.flatMap((id): CheckedFact[] => {
    const { name, fee, days, source } = getErrand(id);
    return [
      ...[fee, days].flatMap((fact): CheckedFact[] =>
        fact
          ? [
              {
                kind: 'fee',
                title: `${name.en}: ${fact.text.en}`,
                source: fact.source.url,
                checkedOn: fact.source.readOn,
              },
            ]
          : [],
      ),
      ...(source ? [{ kind: 'paper' as const, title: name.en, source: source.url, checkedOn: source.readOn }] : []),
    ];
  });
  return [
    ...helplineList.map(helplineFact),
    ...feesAndTimes,
    ...lists,
    ...digiLockerSources.map(({ url, readOn }) => ({
      kind: 'paper' as const,
      title: 'DigiLocker',
      source: url,
      checkedOn: readOn,
    })),
    ...[...Object.values(letterSources), holidaySource].map(({ title, url, readOn }) => ({
      kind: 'letter' as const,
      title,
      source: url,
      checkedOn: readOn,
    })),
  ];
}

/** Those that want a look first come first. */
export function listFacts(today: string, checks: Checks = new Map()) {
  return checkedFacts()
    .map((fact) => ({ ...fact, key: factKey(fact), checkedOn: lastFactCheck(fact, checks) }))
    .map(({ shownTitle, ...fact }) => ({
      ...fact,
      title: shownTitle ?? fact.title,
      nextOn: nextCheckOn(fact.kind, fact.checkedOn),
      isOverdue: isOverdue(fact.kind, fact.checkedOn, today),
    }))
    .sort((one, other) => ((one.nextOn ?? '') < (other.nextOn ?? '') ? -1 : one.nextOn === other.nextOn ? 0 : 1));
}
