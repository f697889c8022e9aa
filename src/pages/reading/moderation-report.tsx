import {
  monthsReported,
  type ReportGroup,
  readMonthReports,
  reportGroups,
} from '../../features/support/month-report.server.ts';
import { community as c } from '../../messages/community.ts';
import { errands } from '../../messages/errands.ts';
import { t } from '../../messages/messages.ts';
import { moderationReport as words } from '../../messages/moderation-report.ts';
import { type ModelOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatMonth, formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith } from '../../ui/pager.tsx';
import { servedPage } from '../served-page.tsx';

const path = '/moderation-report';

export const loader = pageLoader(async ({ services, url }) => {
  insistOn(path, url);
  const now = services.clock();
  const months = monthsReported(now);
  // A month that is over, where none is asked for.
  const month = url.searchParams.get('month') ?? months[1]!;
  if (!months.includes(month)) throw notFound('page');
  const { figures } = (await readMonthReports(services.connection.db, now)).find((report) => report.month === month)!;
  const groups = (Object.keys(reportGroups) as ReportGroup[]).map((group) => ({
    group,
    rows: reportGroups[group].map((name) => ({
      name: name as string,
      value: figures[`${group}.${name}`] ?? null,
    })),
  }));
  return { model: { month, months, groups, isRunning: month === months[0] }, tags: [] };
});

type Model = ModelOf<typeof loader>;

const namesOf = (group: ReportGroup): Record<string, string> =>
  ({
    complaints: errands.grievance.categories,
    reports: c.one.reasons,
    site: words.site,
    acts: c.moderation.done,
    appeals: words.appeals,
    median_minutes: words.median_minutes,
  })[group];

const shown = (group: ReportGroup, value: number | null) =>
  group === 'median_minutes' ? (value === null ? words.none : words.time(value)) : formatNumber(value ?? 0);

/** What was reported and done in a month: numbers only. */
function ModerationReportView({ month, months, groups, isRunning }: Model) {
  return (
    <div className="wrap pile slim">
      <PageHead title={t.site.titleOf(words.title)} description={words.describe} heading={words.title} path={path} />
      <Breadcrumbs crumbs={[{ name: words.title }]} />
      <h1>
        {words.title}: {formatMonth(month)}
      </h1>
      <p>{words.lead}</p>
      {isRunning && <p>{words.running}</p>}
      <nav className="chips" aria-label={words.months}>
        {months.map((one) => (
          <a
            key={one}
            className="chip"
            href={addressWith(path, { month: one })}
            aria-current={one === month ? 'page' : undefined}
          >
            {formatMonth(one)}
          </a>
        ))}
      </nav>
      {groups.map(({ group, rows }) => (
        <section key={group} className="stack" aria-labelledby={group}>
          <h2 id={group}>{words.groups[group]}</h2>
          <dl className="ledger">
            {rows.map(({ name, value }) => (
              <div key={name}>
                <dt>{namesOf(group)[name]}</dt>
                <dd>
                  <b>{shown(group, value)}</b>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="soft">{words.careful}</p>
      <p>
        <a className="link" href={`${path}.csv`}>
          {words.file} (CSV)
        </a>
      </p>
    </div>
  );
}

export default servedPage(ModerationReportView);
