import type { FeedSlot } from '../../../database/tables/feed.ts';
import { saveFeed, saveFeedRail, type FeedSectionInput } from '../../feed/save-feed.server.ts';
import type { Transaction } from '../../../database/connect.server.ts';
import type { ContentRun, FileOutcome, KeptFile } from './content-run.ts';
import { plainLink } from './plain-link.server.ts';
import type { FeedPart } from './read-folder.server.ts';
import { account, guarded } from './save-in-batches.server.ts';

export async function saveFeedFiles(run: ContentRun): Promise<void> {
  const { feed, rail } = run.folder;
  if (feed)
    await savePart(run, 'home', feed, async (tx, problems) => {
      const sections = feed.sections.map(({ title, translations, layout, link, items, latest }): FeedSectionInput => ({
        title,
        translations,
        layout,
        link: link ?? null,
        slots: (items ?? [{ latest: latest! }]).map((item) => slotOf(run, item, problems)),
      }));
      return saveFeed(tx, sections);
    });
  if (rail)
    await savePart(run, 'rail', rail, async (tx, problems) => {
      const dates = rail.dates.map((date) => ({ ...date, link: plainLink(run, date.link ?? undefined, problems) }));
      return saveFeedRail(tx, { helplines: rail.helplines, dates });
    });
}

async function savePart(
  run: ContentRun,
  key: FeedPart,
  data: object,
  save: (tx: Transaction, problems: string[]) => Promise<FileOutcome>,
): Promise<void> {
  const file = `content/feed/${key}.yaml`;
  const part = { kind: 'feed' as const, key, file, data, body: '', written: run.folder.feedWritten[key] };
  const [[, outcome]] = (await run.target.inTransaction((tx) =>
    guarded(tx, run, [part as KeptFile], async () => {
      const problems: string[] = [];
      return [{ ...(await save(tx, problems)), problems }];
    }),
  )) as [[KeptFile, FileOutcome]];
  account(run, file, outcome);
}

type FeedItem =
  string | { latest: { kind: 'article' | 'video' | 'webstory'; category?: string | undefined; limit: number } };

function slotOf(run: ContentRun, item: FeedItem, problems: string[]): FeedSlot {
  if (typeof item !== 'string')
    return { kind: 'latest', of: item.latest.kind, category: item.latest.category ?? null, limit: item.latest.limit };
  const [kind, key] = item.split(':') as ['article' | 'video' | 'webstory' | 'category', string];
  if (run.saving.resolveLink!(kind, key) === null)
    problems.push(`There is no ${kind} "${key}"; its place stays empty.`);
  return { kind, key };
}
