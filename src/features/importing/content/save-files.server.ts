import type { Transaction } from '../../../database/connect.server.ts';
import { MarkdownRefused } from '../../../platform/markdown/render-markdown.server.ts';
import type { ArticleInput, SchemeInput, SaveResult } from '../../articles/article-input.ts';
import { saveArticles } from '../../articles/save-article.server.ts';
import { saveAuthor } from '../../authors/save-author.server.ts';
import { saveCategory } from '../../categories/save-category.server.ts';
import { endCtas, listCtasWithout, saveCta } from '../../referrals/save-cta.server.ts';
import { saveKnownScam } from '../../message-check/save-known-scam.server.ts';
import { saveTag } from '../../tags/save-tag.server.ts';
import { saveTextPage } from '../../textpages/save-text-page.server.ts';
import { checkReasons } from '../../schemes/translated-rules.ts';
import { saveVideo } from '../../videos/save-video.server.ts';
import type { VideoInput } from '../../videos/video-input.ts';
import { saveWebStory } from '../../webstories/save-webstory.server.ts';
import { refusalOf } from '../refused-by-database.ts';
import { mp4Seconds } from './copy-media.server.ts';
import type { ContentRun, FileOutcome, KeptFile } from './content-run.ts';
import type { SchemeRecord } from './scheme-schema.ts';
import type { ContentFile } from './read-folder.server.ts';
import { plainLink } from './plain-link.server.ts';
import { originalId, originalKey, originalsFirst } from './translation-files.ts';
import { saveQuestion } from './save-question.server.ts';
import { contentKey } from './site-keys.server.ts';
import { withoutDeadItems } from './dead-items.ts';

type Outcome = Pick<SaveResult, 'outcome' | 'cacheTags'> & Pick<FileOutcome, 'reason' | 'problems'>;

/** `media/a.webp`, `a.webp` → `/media/<folder>/a.webp` */
const mediaUrl = (path: string | undefined, folder: string) =>
  path === undefined ? null : /^\/?media\//.test(path) ? `/${path.replace(/^\//, '')}` : `/media/${folder}/${path}`;

/** Enters a saved file in the run's report. */
export function account(
  run: ContentRun,
  file: string,
  saved: FileOutcome,
  status: { status?: string; publishedAt?: Date } = {},
): void {
  if (saved.outcome === 'refused') run.report.lose(file, saved.reason ?? 'refused');
  else if (saved.outcome === 'left out') run.report.skip(file, saved.reason ?? 'left out');
  else if (saved.outcome === 'conflict') {
    run.report.conflict(file, saved.reason ?? 'changed here too', saved.problems ?? []);
    run.done(1);
    return;
  } else run.report.count(saved.outcome);
  if (saved.outcome === 'created' || saved.outcome === 'changed' || saved.outcome === 'unchanged') {
    if (saved.isDraft) run.report.draft(file, 'a draft in the studio');
    else if (status.status === 'draft') run.report.draft(file);
    else if (status.publishedAt && status.publishedAt > new Date())
      run.report.draft(file, `appears on ${status.publishedAt.toISOString()}`);
  }
  for (const problem of saved.problems ?? []) run.report.note(file, problem);
  for (const tag of saved.cacheTags) run.cacheTags.add(tag);
  run.done(1);
}

function refusedOrThrow(error: unknown): Outcome {
  const reason = error instanceof MarkdownRefused ? error.message : refusalOf(error);
  if (reason === null) throw error;
  return { outcome: 'refused', reason, cacheTags: [] };
}

/** One transaction per batch; a refused body counts as that file's error. */
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
    const outcomes = await run.target.inTransaction((tx) =>
      guarded(tx, run, batch, async (files) => {
        const saved: Outcome[] = [];
        // A savepoint per file: a row that the database refuses does not abort the batch.
        for (const file of files) saved.push(await tx.transaction((one) => save(one, file)).catch(refusedOrThrow));
        return saved;
      }),
    );
    for (const [file, outcome] of outcomes)
      account(run, file.file, outcome, file.data as { status?: string; publishedAt?: Date });
  }
}

/** Writes the rows of the files that the studio lets through, and tells it what was written. */
export async function guarded<File extends KeptFile>(
  tx: Transaction,
  run: ContentRun,
  batch: File[],
  save: (files: File[]) => Promise<FileOutcome[]>,
): Promise<[File, FileOutcome][]> {
  const { keeper } = run.options;
  const decided = (await keeper?.decide(tx, run, batch)) ?? new Map<KeptFile, FileOutcome>();
  const open = batch.filter((file) => !decided.has(file));
  const outcomes = open.length > 0 ? await save(open) : [];
  const saved = open.map((file, index): [File, FileOutcome] => [file, outcomes[index]!]);
  await keeper?.settle(tx, saved);
  const found = new Map<KeptFile, FileOutcome>([...decided, ...saved]);
  return batch.map((file) => [file, found.get(file)!]);
}

/** Authors, tags and categories first: pieces refer to them. */
export async function saveTermFiles(run: ContentRun): Promise<void> {
  const { folder, keys } = run;
  await inBatches(run, folder.files.authors.values(), (tx, { key, data }) =>
    saveAuthor(tx, {
      id: keys.authors.get(key)?.id,
      key,
      name: data.name,
      bio: data.bio,
      imageUrl: mediaUrl(data.image, 'authors'),
      translations: data.translations,
      isSample: data.sample,
    }),
  );
  await inBatches(run, folder.files.tags.values(), (tx, { key, data }) =>
    saveTag(tx, {
      id: keys.tags.get(data.name ?? key)?.id,
      name: data.name ?? key,
      displayName: data.displayName,
      translations: data.translations,
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
        translations: data.translations,
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
      guarded(tx, run, batch, (files) => saveTogether(tx, run, files)),
    );
    for (const [file, outcome] of results) {
      account(run, file.file, outcome, file.data);
      for (const problem of problemsOfReasons(run, file)) run.report.note(file.file, problem);
    }
  }
}

/** The whole batch in a dozen statements; one by one only where the database refuses something in it. */
async function saveTogether(tx: Transaction, run: ContentRun, batch: ContentFile<'articles'>[]): Promise<Outcome[]> {
  const inputs = batch.map((file) => articleInput(run, file));
  try {
    return await tx.transaction((all) => saveArticles(all, inputs, run.saving));
  } catch (error) {
    if (refusalOf(error) === null) throw error;
  }
  const results: Outcome[] = [];
  for (const input of inputs)
    results.push(
      await tx.transaction(async (one) => (await saveArticles(one, [input], run.saving))[0]!).catch(refusedOrThrow),
    );
  return results;
}

/** What is saved for an article's file. */
export function articleInput(run: ContentRun, { key, data, body }: ContentFile<'articles'>): ArticleInput {
  const { id: _, author, thumbnail, sample, scheme, ...rest } = data;
  return {
    ...rest,
    sourceKey: contentKey(key),
    id: run.keys.articles.get(key)!.id,
    translationOf: originalId(run.folder, run.keys, 'articles', key),
    body,
    author: { key: author, name: run.keys.authors.get(author)!.name },
    thumbnail: mediaUrl(thumbnail, 'articles') ?? undefined,
    scheme: scheme && schemeInput(withOriginalRules(run, key, scheme), data.lastCheckedAt),
    isSample: sample,
  };
}

/** A translated record without rules of its own has those of its original, cases included. */
function withOriginalRules({ folder }: ContentRun, key: string, scheme: SchemeRecord): SchemeRecord {
  const original = originalKey(folder, 'articles', key);
  if (scheme.rules || original === null || original === key) return scheme;
  const { rules, cases = scheme.cases } = folder.files.articles.get(original)?.data.scheme ?? {};
  return { ...scheme, rules, cases };
}

/** What `reasons` of a translated record lacks, and what it has in vain. */
function problemsOfReasons({ folder }: ContentRun, { key, data }: ContentFile<'articles'>): string[] {
  const { scheme } = data;
  if (!scheme) return [];
  const original = originalKey(folder, 'articles', key);
  if (original === key || scheme.rules)
    return scheme.reasons ? ['scheme.reasons: only a translation without rules of its own has them'] : [];
  const source = original === null ? undefined : folder.files.articles.get(original)?.data.scheme;
  return source?.rules ? checkReasons({ ...source, rules: source.rules }, scheme.reasons ?? {}) : [];
}

function schemeInput(
  { name, level, department, rules, cases, officialUrl, lastCheckedAt, ...own }: SchemeRecord,
  articleCheckedAt: string | undefined,
): SchemeInput {
  return {
    name,
    level: level === 'central' ? 'CENTRAL' : 'STATE',
    state: level === 'central' ? null : level,
    department: department ?? null,
    rules: rules ?? null,
    cases,
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
      alsoCheck: own.alsoCheck,
      ...(own.reasons === undefined ? {} : { reasons: own.reasons }),
      ...(own.kind === undefined ? {} : { kind: own.kind }),
      ...(own.worth === undefined ? {} : { worth: own.worth }),
    },
  };
}

export async function saveVideoFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.videos.values(), async (tx, { key, data, body }): Promise<Outcome> => {
    const clip = run.media.get(mediaUrl(data.video, 'videos') ?? `/media/videos/${key}.mp4`);
    const seconds = clip ? await mp4Seconds(clip.path).catch(() => null) : null;
    if (!clip || seconds === null)
      return {
        outcome: 'refused',
        reason: clip
          ? `content/media/videos/${key}.mp4 is no MP4 that can be read`
          : `content/media/videos/${key}.mp4 is missing: make it with scripts/render-videos.ts`,
        cacheTags: [],
      };
    return saveVideo(tx, videoInput(run, { key, data, body }, { url: clip.url, seconds }), run.saving);
  });
}

/** What is saved for a video's file. @param clip its film, whose length in seconds is known */
export function videoInput(
  run: ContentRun,
  { key, data, body }: Pick<ContentFile<'videos'>, 'key' | 'data' | 'body'>,
  clip: { url: string; seconds: number },
): VideoInput {
  const existing = (url: string) => (run.media.has(url) ? url : null);
  const { id: _, author, sample, article, scenes: __, video: ___, captions, poster, ...rest } = data;
  return {
    ...rest,
    sourceKey: contentKey(key),
    id: run.keys.videos.get(key)!.id,
    translationOf: originalId(run.folder, run.keys, 'videos', key),
    body,
    author: { key: author, name: run.keys.authors.get(author)!.name },
    videoUrl: clip.url,
    captionsUrl: mediaUrl(captions, 'videos') ?? existing(`/media/videos/${key}.${data.lang}.vtt`),
    thumbnail: mediaUrl(poster, 'videos') ?? existing(`/media/videos/${key}.webp`),
    durationSeconds: clip.seconds,
    articleId: article && !run.keys.takenDown.has(contentKey(article)) ? run.keys.articles.get(article)!.id : null,
    isSample: sample,
  };
}

export async function saveStoryFiles(run: ContentRun): Promise<void> {
  await inBatches(
    run,
    originalsFirst(run.folder.files.webstories.values()),
    async (tx, { key, data }): Promise<Outcome> => {
      const problems: string[] = [];
      const { author, sample, pages, poster, translationOf, ...rest } = data;
      const picture = (path: string | undefined) => {
        const url = mediaUrl(path, 'stories');
        if (url !== null && !run.media.has(url)) problems.push(`The picture content${url} is missing.`);
        return url !== null && run.media.has(url) ? url : null;
      };
      const saved = await saveWebStory(tx, {
        ...rest,
        slug: key,
        id: run.keys.webstories.get(key)?.id,
        translationOf: translationOf && (originalKey(run.folder, 'webstories', key) ?? undefined),
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
      return { ...saved, problems: [...problems, ...saved.problems] };
    },
  );
}

export async function savePageFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.pages.values(), (tx, { key, data, body }) =>
    saveTextPage(
      tx,
      {
        key,
        lang: data.lang,
        translationOf: data.translationOf === undefined ? null : originalKey(run.folder, 'pages', key),
        follows: data.follows ?? null,
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
    originalsFirst(run.folder.files.ctas.values()),
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
          lang,
          translationOf,
          follows,
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
        lang,
        translationOf: translationOf && (originalKey(run.folder, 'ctas', key) ?? undefined),
        follows: follows ?? null,
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
    const { keeper } = run.options;
    const own = (await keeper?.ownKeys(tx, 'ctas')) ?? new Set<string>();
    const gone = await listCtasWithout(tx, [...run.folder.present.ctas, ...own]);
    for (const key of gone)
      run.report.note(
        `content/ctas/${key}.md`,
        run.options.prune
          ? 'the file is gone: the call to action is over'
          : 'the file is gone, but the call to action is still open: import with --prune',
      );
    if (!run.options.prune) return;
    await endCtas(tx, gone);
    await keeper?.pruned(tx, 'ctas', gone);
  });
}

export async function saveScamFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.scams.values(), async (tx, { key, data, body }): Promise<Outcome> => {
    const { title, advice, translations, texts, article, firstSeen, lastSeen, expires, sample } = data;
    const articleId = article ? (run.keys.articles.get(article)?.id ?? null) : null;
    return saveKnownScam(tx, {
      // A file has no number; a draft of the studio has one before its row.
      id: (data as { id?: number }).id,
      key,
      title,
      advice,
      translations,
      texts,
      about: body.trim(),
      articleId,
      firstSeenOn: firstSeen ?? null,
      lastSeenOn: lastSeen ?? null,
      expiresOn: expires ?? null,
      isSample: sample,
    });
  });
}

export async function saveQuestionFiles(run: ContentRun): Promise<void> {
  await inBatches(run, run.folder.files.questions.values(), (tx, { key, data, body }) =>
    saveQuestion(tx, run.keys, run.saving.resolveLink!, { key, data, body }),
  );
}
