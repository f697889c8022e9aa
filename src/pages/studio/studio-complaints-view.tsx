import type { z } from 'zod';
import type * as wire from '../../features/studio/desks/complaints.contract.ts';
import { complaintKinds, complaintStates } from '../../features/studio/desks/complaints.contract.ts';
import { complaintsDesk as words } from '../../messages/complaints-desk.ts';
import { errands } from '../../messages/errands.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { DeskHead, Narrow, type StudioNavModel } from './studio-parts.tsx';

type Listed = z.output<typeof wire.complaintList>;
type Line = Listed['data'][number];
type Model = Omit<Listed, 'nextCursor' | 'totalIsCapped'> & {
  state: (typeof complaintStates)[number];
  kind: (typeof complaintKinds)[number] | null;
  /** The id of who looks. */
  me: string;
  nav: StudioNavModel;
};

export const complaintsPath = '/studio/complaints';

/** What readers complained of and asked, by the clock that runs out first; nothing personal. */
export function StudioComplaintsView({ state, kind, me, nav, ...list }: Model) {
  return (
    <>
      <DeskHead nav={nav} path={complaintsPath} title={words.title} description={words.describe} />
      <Narrow path={complaintsPath} states={complaintStates} kinds={complaintKinds} {...{ words, state, kind }} />
      {list.data.length === 0 ? (
        <p className="soft">{words.none}</p>
      ) : (
        <ul className="studio-list">
          {list.data.map((line) => (
            <li key={line.id}>
              <a href={`${complaintsPath}/${line.id}`} lang={langOf(categoryOf(line))}>
                {`${line.id} · ${categoryOf(line)}`}
              </a>
              <span className="studio-meta">
                <Clocks clocks={line.clocks} isOpen={line.isOpen} />
                <span>{words.oneKind[line.kind]}</span>
                <span>{words.status[line.status]}</span>
                <span>{words.came(formatDate(line.createdAt))}</span>
                {line.isOpen && <span>{holderOf(line, me)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager {...list} hrefOf={(page) => addressWith(complaintsPath, { state, kind: kind ?? '', page })} />
    </>
  );
}

export const holderOf = ({ takenBy }: Pick<Line, 'takenBy'>, me: string): string =>
  takenBy === null ? words.nobodyHas : takenBy.id === me ? words.youHave : words.has(takenBy.name);

/** A category of the form in the page's language; another word as it was written. */
export const categoryOf = ({ kind, category }: Pick<Line, 'kind' | 'category'>): string =>
  kind === 'grievance'
    ? ((errands.grievance.categories as Record<string, string>)[category.toUpperCase()] ?? category)
    : category;

/** The clocks that run, or how they were met. */
export function Clocks({ clocks, isOpen }: Pick<Line, 'clocks' | 'isOpen'>) {
  return clocks
    .filter(({ doneAt }) => !isOpen || doneAt === null)
    .map(({ name, mark, dueAt }) => (
      <span key={name} className="studio-clock" data-mark={mark}>
        {`${words.clocks[name]} ${words.due(formatMoment(dueAt))}: `}
        <b>{words.marks[mark]}</b>
      </span>
    ));
}
