import { listOpenRules, countSchemes } from '../../features/schemes/schemes.queries.server.ts';
import { type ModelOf, insistOn, pageLoader } from '../../platform/page/page-loader.server.ts';
import { measuredProposals as measured } from '../../features/proposals/measured.ts';
import { t } from '../../messages/messages.ts';
import { openData as words } from '../../messages/open-data.ts';
import { apiHere } from '../../platform/settings/site-languages.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { servedPage } from '../served-page.tsx';

function Figures({ rows }: { rows: [string, string, string?][] }) {
  return (
    <dl className="ledger">
      {rows.map(([label, value, note]) => (
        <div key={label}>
          <dt>
            {label}
            {note && <small>{note}</small>}
          </dt>
          <dd>
            <b>{value}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const loader = pageLoader(async ({ services, url }) => {
  const { config } = services;
  const { db } = services.connection;
  insistOn('/open-data', url);
  const [{ data, counts }, all] = await Promise.all([listOpenRules(db), countSchemes(db)]);
  const model = {
    all,
    counts,
    samples: data.filter(({ isSample }) => isSample).length,
    licence: config.dataLicence ?? null,
  };
  return { model, tags: ['articles'] };
});

type Model = ModelOf<typeof loader>;

function OpenDataView({ all, counts, samples, licence }: Model) {
  const files = [
    ['/api/schemes/rules', words.whole],
    ['/api/schemes/rules/schema', words.schema],
    ['/api/schemes/rules/finder', words.compact],
  ] as const;
  return (
    <div className="wrap pile slim">
      <PageHead
        title={t.site.titleOf(words.title)}
        description={words.describe}
        heading={words.title}
        path="/open-data"
      />
      <Breadcrumbs crumbs={[{ name: words.title }]} />
      <h1>{words.title}</h1>
      <p>{words.lead}</p>
      <p className="soft">{words.careful}</p>
      <section className="stack" aria-labelledby="now">
        <h2 id="now">{words.now}</h2>
        <Figures
          rows={[
            [words.schemes, formatNumber(all)],
            [words.withRules, formatNumber(counts.schemes)],
            [words.samples, formatNumber(samples)],
            [words.conditions, formatNumber(counts.conditions)],
            [words.reviewed, formatNumber(counts.reviewedConditions)],
            [words.cases, formatNumber(counts.cases), words.casesNote],
          ]}
        />
      </section>
      <section className="stack" aria-labelledby="wrong">
        <h2 id="wrong">{words.wrong}</h2>
        <p>{words.wrongRules}</p>
        <p>{words.wrongMeasured}</p>
        <p>{words.wrongHow(measured.schemes, measured.peopleEach, measured.on)}</p>
        <Figures
          rows={[
            [words.excluded, words.share(measured.wrongExclusions)],
            [words.precision, words.share(measured.precision)],
            [words.recall, words.share(measured.recall)],
          ]}
        />
        <p>{words.wrongFew(measured.schemes)}</p>
        <p className="soft">
          {words.wrongCommand} <code lang="en">{measured.command}</code>
        </p>
      </section>
      <section className="stack" aria-labelledby="files">
        <h2 id="files">{words.files}</h2>
        <ul className="stack">
          {files.map(([address, text]) => (
            <li key={address}>
              <a href={apiHere(address)}>{text}</a>
            </li>
          ))}
        </ul>
      </section>
      <section className="stack" aria-labelledby="licence">
        <h2 id="licence">{words.licence}</h2>
        <p>{licence === null ? words.noLicence : words.licenceIs(licence)}</p>
        <p>
          <a href="/contact">{words.mistake}</a>
        </p>
      </section>
    </div>
  );
}

export default servedPage(OpenDataView);
