import { countReaders, listNewsletters, newsletterRoles } from '../../features/newsletter/newsletters.server.ts';
import { newsletterDesk as words } from '../../messages/newsletter-desk.ts';
import type { ModelOf } from '../../platform/page/page-loader.server.ts';
import { formatMoment } from '../../ui/format-moment.ts';
import { langOf } from '../../ui/format.ts';
import { languageName } from '../../ui/language-name.ts';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { pageIn } from '../page-in.ts';
import { DeskHead, deskPage, Done, Figures } from './studio-parts.tsx';
import { type DeskArgs, deskLoader } from './studio-staff.server.ts';

export const newslettersPath = '/studio/newsletters';

export const loader = deskLoader(newsletterRoles, async ({ services, url }: DeskArgs) => ({
  list: await listNewsletters(services, { page: pageIn(url), pageSize: 20 }),
  readers: await countReaders(services),
  isDone: url.searchParams.has('done'),
}));

type Model = ModelOf<typeof loader>;

/** Newsletters, and how many people get them. */
function StudioNewslettersView({ nav, list, readers, isDone }: Model) {
  return (
    <>
      <DeskHead nav={nav} path={newslettersPath} title={words.title} description={words.describe}>
        <a className="btn" href={`${newslettersPath}/new`}>
          {words.begin}
        </a>
      </DeskHead>
      <p className="soft">{words.describe}</p>
      {isDone && <Done>{words.done}</Done>}
      {list.data.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-list">
        {list.data.map(({ id, subject, lang, state, updatedAt, sendAt }) => (
          <li key={id}>
            <a href={`${newslettersPath}/${id}`} lang={langOf(subject)}>
              {subject}
            </a>
            <span className="studio-meta">
              <span className="studio-state" data-state={state}>
                {words.state[state]}
              </span>
              <span>{languageName(lang)}</span>
              <span>{formatMoment(sendAt ?? updatedAt)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Pager {...list} hrefOf={(page) => addressWith(newslettersPath, { page })} />
      <section>
        <SectionHead title={words.readers} />
        <Figures
          of={[
            ...readers.byLanguage.map(
              ({ lang, readers: count }) => [words.inLanguage(languageName(lang)), count] as const,
            ),
            [words.bounced, readers.bounced],
            [words.stopped, readers.stopped],
          ]}
        />
        <p className="soft">{words.ofDays}</p>
      </section>
    </>
  );
}

export default deskPage(StudioNewslettersView);
