import type { Transaction } from '../../../database/connect.server.ts';
import type { FeedSlot } from '../../../database/tables/feed.ts';
import { linkKinds, MarkdownRefused, type LinkKind } from '../../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput, SchemeInput } from '../../articles/article-input.ts';
import { saveArticles, type SaveResult } from '../../articles/save-article.server.ts';
import { saveAuthor } from '../../authors/save-author.server.ts';
import { saveCategory } from '../../categories/save-category.server.ts';
import { saveFeed, saveFeedRail, type FeedSectionInput } from '../../feed/save-feed.server.ts';
import { endCtas, listCtasWithout, saveCta } from '../../referrals/save-cta.server.ts';
import { saveTag } from '../../tags/save-tag.server.ts';
import { saveTextPage } from '../../textpages/save-text-page.server.ts';
import { saveVideo } from '../../videos/save-video.server.ts';
import { saveWebStory } from '../../webstories/save-webstory.server.ts';
import { mp4Seconds } from './copy-media.server.ts';
import type { ContentRun } from './content-run.ts';
import type { SchemeRecord } from './content-schemas.ts';
import type { ContentFile } from './read-folder.server.ts';
import { contentKey } from './site-keys.server.ts';
import { withoutDeadItems } from './dead-items.ts';

type Outcome = { outcome: SaveResult['outcome']; reason?: string | null; problems?: string[]; cacheTags: string[] };

/** `media/a.webp`, `a.webp` → `/media/<folder>/a.webp` */
const mediaUrl = (path: string | undefined, folder: string) =>
  path === undefined ? null : /^\/?media\//.test(path) ? `/${path.replace(/^\//, '')}` : `/media/${folder}/${path}`;

function account(
  run: ContentRun,
  file: string,
  saved: Outcome,
  status: { status?: string; publishedAt?: Date } = {},
): void {
  if (saved.outcome === 'refused') run.report.lose(file, saved.reason ?? 'refused');
  else run.report.count(saved.outcome);
  if (saved.outcome === 'created' || saved.outcome === 'changed' || saved.outcome === 'unchanged') {
    if (status.status === 'draft') run.report.draft(file);
    else if (status.publishedAt && status.publishedAt > new Date())
      run.report.draft(file, `appears on ${status.publishedAt.toISOString()}`);
  }
  for (const problem of saved.problems ?? []) run.report.note(file, problem);
  for (const tag of saved.cacheTags) run.cacheTags.add(tag);
  run.done(1);
}

/** In one transaction each batch; a body that is refused counts as that file's error. */
async function inBatches<File extends ContentFile>(
  run: ContentRun,
  files: Iterable<File>,
  save: (tx: Transaction, file: File) => Promise<Outcome>,
): Promise<void> {
  const all = [...files];
  const size = run.options.batchSize ?? 50;
  for (let start = 0; start < all.length; start += size) {
    run.options.signal?.throwIfAborted();
    const batch = all.slice(start, start + size);
    const outcomes = await run.target.inTransaction(async (tx) => {
      const saved: [File, Outcome][] = [];
      for (const file of batch) {
        saved.push([
          file,
          await save(tx, file).catch((error: unknown) => {
            if (error instanceof MarkdownRefused)
              return { outcome: 'refused' as const, reason: error.message, cacheTags: [] };
            throw error;
          }),
        ]);
      }
      return saved;
    });
    for (const [file, outcome] of outcomes)
      account(run, file.file, outcome, file.data as { status?: string; publishedAt?: Date });
  }
}

/** Authors, tags and categories: what pieces refer to. */
export async function saveTermFiles(run: ContentRun): Promise<void> {
  const { folder, keys } = run;
  await inBatches(run, folder.files.authors.values(), (tx, { key, data }) =>
    saveAuthor(tx, {
      id: keys.authors.get(key)?.id,
      key,
      name: data.name,
      bio: data.bio,
      imageUrl: mediaUrl(data.image, 'authors'),
      isSample: data.sample,
    }),
  );
  await inBatches(run, folder.files.tags.values(), (tx, { key, data }) =>
    saveTag(tx, {
      id: keys.tags.get(data.name ?? key)?.id,
      name: data.name ?? key,
      displayName: data.displayName,
      isSample: data.sample,
    }),
  );
  await inBatches(run, folder.files.categories.values(), (tx, { key, data, body }) => {
    const id = keys.categories.get(key)!.id;
    return saveCategory(
      tx,
      {
        id,
        key,
        name: data.name,
        displayName: data.displayName ?? data.name,
        imageUrl: mediaUrl(data.imageUrl, 'categories'),
        isTop: data.top,
        parentId: data.parent ? keys.categories.get(data.parent)!.id : null,
        relatedKeys: data.related,
        dye: data.dye,
        pattern: data.pattern,
        icon: data.icon,
        title: data.title ?? null,
        description: data.description ?? null,
        pageHeading: data.pageHeading ?? null,
        body: run.options.only ? withoutDeadItems(body, run.saving.resolveLink!) : body,
        position: data.position ?? id,
        isSample: data.sample,
      },
      run.saving,
    );
  });
}

export async function saveArticleFiles(run: ContentRun): Promise<void> {
  const all = [...run.folder.files.articles.values()];
  const size = run.options.batchSize ?? 50;
  for (let start = 0; start < all.length; start += size) {
    run.options.signal?.throwIfAborted();
    const batch = all.slice(start, start + size);
    const results = await run.target.inTransaction((tx) =>
      saveArticles(
        tx,
        batch.map((file) => articleInput(run, file)),
        run.saving,
      ),
    );
    for (const [index, file] of batch.entries()) account(run, file.file, results[index]!, file.data);
  }
}

function articleInput(run: ContentRun, { key, data, body }: ContentFile<'articles'>): ArticleInput {
  const { id: _, author, thumbnail, sample, scheme, ...rest } = data;
  return {
    ...rest,
    sourceKey: contentKey(key),
    id: run.keys.articles.get(key)!.id,
    body,
    author: { key: author, name: run.keys.authors.get(author)!.name },
    thumbnail: mediaUrl(thumbnail, 'articles') ?? undefined,
    scheme: scheme && schemeInput(scheme, data.lastCheckedAt),
    isSample: sample,
  };
}

function schemeInput(
  { name, level, department, rules, officialUrl, lastCheckedAt, ...own }: SchemeRecord,
  articleCheckedAt: string | undefined,
): SchemeInput {
  return {
    name,
    level: level === 'central' ? 'CENTRAL' : 'STATE',
    state: level === 'central' ? null : level,
    department: department ?? null,
    rules: rules ?? null,
    officialUrl,
    lastCheckedOn: lastCheckedAt ?? articleCheckedAt ?? null,
    details: {
      forWhom: own.forWhom ?? null,
      benefits: own.benefits,
      eligibility: own.eligibility,
      exclusions: own.exclusions,
      documents: own.documents.map((text) => {
        const [paper, ...note] = text.split(/ [—–] /);
        return { name: paper!, note: note.length > 0 ? note.join(' — ') : null };
      }),
      fee: own.fee ? { amount: own.fee.amount, note: own.fee.note ?? null } : null,
      apply: { onlineUrl: own.apply?.online ?? null, offlineSteps: own.apply?.offline ?? [] },
    },
  };
}

export async function saveVideoFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.videos.values(), async (tx, { key, data, body }): Promise<Outcome> => {
    const clip = run.media.get(`/media/videos/${key}.mp4`);
    const seconds = clip ? await mp4Seconds(clip.path).catch(() => null) : null;
    if (!clip || seconds === null)
      return {
        outcome: 'refused',
        reason: clip
          ? `content/media/videos/${key}.mp4 is no MP4 that can be read`
          : `content/media/videos/${key}.mp4 is missing: make it with scripts/render-videos.ts`,
        cacheTags: [],
      };
    const existing = (url: string) => (run.media.has(url) ? url : null);
    const { id: _, author, sample, article, scenes: __, ...rest } = data;
    return saveVideo(
      tx,
      {
        ...rest,
        sourceKey: contentKey(key),
        id: run.keys.videos.get(key)!.id,
        body,
        author: { key: author, name: run.keys.authors.get(author)!.name },
        videoUrl: clip.url,
        captionsUrl: existing(`/media/videos/${key}.${data.lang}.vtt`),
        thumbnail: existing(`/media/videos/${key}.webp`),
        durationSeconds: seconds,
        articleId: article && !run.keys.takenDown.has(contentKey(article)) ? run.keys.articles.get(article)!.id : null,
        isSample: sample,
      },
      run.saving,
    );
  });
}

export async function saveStoryFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.webstories.values(), async (tx, { key, data }): Promise<Outcome> => {
    const problems: string[] = [];
    const { author, sample, pages, poster, lang: _, ...rest } = data;
    const picture = (path: string | undefined) => {
      const url = mediaUrl(path, 'stories');
      if (url !== null && !run.media.has(url)) problems.push(`The picture content${url} is missing.`);
      return url !== null && run.media.has(url) ? url : null;
    };
    const saved = await saveWebStory(tx, {
      ...rest,
      slug: key,
      poster: picture(poster),
      author: { key: author, name: run.keys.authors.get(author)!.name },
      isSample: sample,
      pages: pages.map((page) => ({
        heading: page.heading,
        text: page.text,
        imageUrl: picture(page.image),
        linkUrl: plainLink(run, page.link, problems),
        linkText: page.linkText ?? null,
        seconds: page.seconds,
      })),
    });
    return { ...saved, problems };
  });
}

export async function savePageFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.pages.values(), (tx, { key, data, body }) =>
    saveTextPage(
      tx,
      {
        key,
        title: data.title,
        description: data.description,
        updatedOn: data.updatedAt,
        body,
      },
      run.saving,
    ),
  );
}

export async function saveCtaFiles(run: ContentRun): Promise<void> {
  await inBatches(
    run,
    run.folder.files.ctas.values(),
    async (
      tx,
      {
        key,
        data: {
          id,
          title,
          description,
          active,
          questions,
          rules,
          nextSteps,
          papers,
          officialUrl,
          helpline,
          article,
          sample,
        },
      },
    ): Promise<Outcome> => {
      const articlePath = article === undefined ? null : run.saving.resolveLink!('article', article);
      const problems =
        article !== undefined && articlePath === null
          ? [`There is no article "${article}" to read more in; the link is left out.`]
          : [];
      const saved = await saveCta(tx, {
        id,
        key,
        title,
        description,
        isActive: active,
        isSample: sample,
        definition: { questions, rules, nextSteps, papers, officialUrl, helpline: helpline ?? null, articlePath },
      });
      return { ...saved, problems };
    },
  );
  if (run.options.only) return;
  await run.target.inTransaction(async (tx) => {
    const gone = await listCtasWithout(tx, [...run.folder.present.ctas]);
    for (const key of gone)
      run.report.note(
        `content/ctas/${key}.md`,
        run.options.prune
          ? 'the file is gone: the call to action is over'
          : 'the file is gone, but the call to action is still open: import with --prune',
      );
    if (run.options.prune) await endCtas(tx, gone);
  });
}

export async function saveFeedFiles(run: ContentRun): Promise<void> {
  const { feed, rail } = run.folder;
  if (feed) {
    const problems: string[] = [];
    const sections = feed.sections.map(({ title, layout, link, items, latest }): FeedSectionInput => ({
      title,
      layout,
      link: link ?? null,
      slots: (items ?? [{ latest: latest! }]).map((item) => slotOf(run, item, problems)),
    }));
    account(run, 'content/feed/home.yaml', {
      ...(await run.target.inTransaction((tx) => saveFeed(tx, sections))),
      problems,
    });
  }
  if (rail) {
    const problems: string[] = [];
    const dates = rail.dates.map((date) => ({ ...date, link: plainLink(run, date.link ?? undefined, problems) }));
    account(run, 'content/feed/rail.yaml', {
      ...(await run.target.inTransaction((tx) => saveFeedRail(tx, { helplines: rail.helplines, dates }))),
      problems,
    });
  }
}

type FeedItem = string | { latest: { kind: 'article' | 'video'; category?: string | undefined; limit: number } };

function slotOf(run: ContentRun, item: FeedItem, problems: string[]): FeedSlot {
  if (typeof item !== 'string')
    return { kind: 'latest', of: item.latest.kind, category: item.latest.category ?? null, limit: item.latest.limit };
  const [kind, key] = item.split(':') as ['article' | 'video' | 'category', string];
  if (run.saving.resolveLink!(kind, key) === null)
    problems.push(`There is no ${kind} "${key}"; its place stays empty.`);
  return { kind, key };
}

/** Links outside Markdown: a key, a path of this site or a full https address. */
function plainLink(run: ContentRun, link: string | undefined, problems: string[]): string | null {
  if (link === undefined) return null;
  const [kind, key] = link.split(':', 2);
  if ((linkKinds as readonly string[]).includes(kind!)) {
    const path = run.saving.resolveLink!(kind as LinkKind, key ?? '');
    if (path === null) problems.push(`The link ${link} leads to nothing that exists; it is left out.`);
    return path;
  }
  const url = URL.parse(link, 'https://here.invalid');
  if (
    url?.protocol === 'https:' &&
    !/[\u0000-\u0020\\]/.test(link) &&
    (url.origin !== 'https://here.invalid' || /^\/(?!\/)/.test(link))
  )
    return link;
  problems.push(`The link ${link} is neither a key nor an https address; it is left out.`);
  return null;
}
