import type { Transaction } from '../../database/connect.server.ts';
import { projectFeed } from './project-feed.server.ts';
import { projectVideo } from './project-video.server.ts';
import {
  type PieceFile,
  type Projected,
  type ProjectedKind,
  type Projection,
  mediaUrl,
  originalId,
} from './projection.ts';
import { oneByOne, refusalOf } from './refused-by-database.server.ts';
import { saveCta } from '../referrals/save-cta.server.ts';
import type { Finding, ArticleInput, SchemeInput } from '../articles/article-input.ts';
import { saveWebStory } from '../webstories/save-webstory.server.ts';
import { plainLink } from './plain-link.server.ts';
import { saveKnownScam } from '../message-check/save-known-scam.server.ts';
import { saveTextPage } from '../textpages/save-text-page.server.ts';
import { sourceKeyOf } from '../../platform/wire/piece-key.ts';
import { saveArticles } from '../articles/save-article.server.ts';
import type { SchemeRecord } from './scheme-record.ts';
import { saveAuthor } from '../authors/save-author.server.ts';
import { saveCategory } from '../categories/save-category.server.ts';
import { saveTag } from '../tags/save-tag.server.ts';

const projectAuthor = (
  tx: Transaction,
  { keys }: Projection,
  { key, data }: PieceFile<'authors'>,
): Promise<Projected> =>
  saveAuthor(tx, {
    id: keys.authors.get(key)?.id,
    key,
    name: data.name,
    bio: data.bio,
    imageUrl: mediaUrl(data.image, 'authors'),
    translations: data.translations,
    isSample: data.sample,
  });

const projectTag = (tx: Transaction, { keys }: Projection, { key, data }: PieceFile<'tags'>): Promise<Projected> =>
  saveTag(tx, {
    id: keys.tags.get(data.name ?? key)?.id,
    name: data.name ?? key,
    displayName: data.displayName,
    translations: data.translations,
    isSample: data.sample,
  });

function projectCategory(
  tx: Transaction,
  { keys, saving }: Projection,
  { key, data, body }: PieceFile<'categories'>,
): Promise<Projected> {
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
      body,
      translations: data.translations,
      position: data.position ?? id,
      isSample: data.sample,
    },
    saving,
  );
}

/** One outcome for each file. */
const projectArticles = (
  tx: Transaction,
  projection: Projection,
  files: PieceFile<'articles'>[],
): Promise<Projected[]> =>
  saveArticles(
    tx,
    files.map((file) => articleInput(projection, file)),
    projection.saving,
  );

function articleInput(projection: Projection, { key, data, body }: PieceFile<'articles'>): ArticleInput {
  const { keys } = projection;
  const { id: _, author, thumbnail, sample, scheme, ...rest } = data;
  return {
    ...rest,
    sourceKey: sourceKeyOf(key),
    id: keys.articles.get(key)!.id,
    translationOf: originalId(projection, 'articles', key),
    body,
    author: { key: author, name: keys.authors.get(author)!.name },
    thumbnail: mediaUrl(thumbnail, 'articles') ?? undefined,
    scheme: scheme && schemeInput(scheme, data.lastCheckedAt),
    isSample: sample,
  };
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
      ...(own.intake === undefined ? {} : { intake: own.intake }),
    },
  };
}

const projectPage = (
  tx: Transaction,
  projection: Projection,
  { key, data, body }: PieceFile<'pages'>,
): Promise<Projected> =>
  saveTextPage(
    tx,
    {
      key,
      lang: data.lang,
      translationOf: data.translationOf === undefined ? null : projection.originalKey('pages', key),
      follows: data.follows ?? null,
      title: data.title,
      description: data.description,
      updatedOn: data.updatedAt,
      body,
    },
    projection.saving,
  );

function projectScam(
  tx: Transaction,
  { keys }: Projection,
  { key, data, body }: PieceFile<'scams'>,
): Promise<Projected> {
  const { title, advice, translations, texts, article, firstSeen, lastSeen, expires, sample } = data;
  return saveKnownScam(tx, {
    // A file has no number; a draft of the studio has one before its row.
    id: (data as { id?: number }).id,
    key,
    title,
    advice,
    translations,
    texts,
    about: body.trim(),
    articleId: article ? (keys.articles.get(article)?.id ?? null) : null,
    firstSeenOn: firstSeen ?? null,
    lastSeenOn: lastSeen ?? null,
    expiresOn: expires ?? null,
    isSample: sample,
  });
}

async function projectStory(
  tx: Transaction,
  projection: Projection,
  { key, data }: PieceFile<'webstories'>,
): Promise<Projected> {
  const problems: Finding[] = [];
  const { author, sample, pages, poster, translationOf, ...rest } = data;
  const picture = (path: string | undefined) => {
    const url = mediaUrl(path, 'stories');
    if (url === null || projection.hasMedia(url)) return url;
    problems.push(`The picture content${url} is missing.`);
    return null;
  };
  const saved = await saveWebStory(tx, {
    ...rest,
    slug: key,
    id: projection.keys.webstories.get(key)?.id,
    translationOf: translationOf && (projection.originalKey('webstories', key) ?? undefined),
    poster: picture(poster),
    author: { key: author, name: projection.keys.authors.get(author)!.name },
    isSample: sample,
    pages: pages.map((page) => ({
      heading: page.heading,
      text: page.text,
      imageUrl: picture(page.image),
      linkUrl: plainLink(projection, page.link, problems),
      linkText: page.linkText ?? null,
      seconds: page.seconds,
    })),
  });
  return { ...saved, problems: [...problems, ...saved.problems] };
}

async function projectCta(
  tx: Transaction,
  projection: Projection,
  { key, data }: PieceFile<'ctas'>,
): Promise<Projected> {
  const { id, lang, title, description, article, questions, rules, nextSteps, papers, officialUrl, helpline } = data;
  const articlePath = article === undefined ? null : projection.saving.resolveLink!('article', article);
  const saved = await saveCta(tx, {
    id,
    key,
    lang,
    title,
    description,
    translationOf: data.translationOf && (projection.originalKey('ctas', key) ?? undefined),
    follows: data.follows ?? null,
    isActive: data.active,
    isSample: data.sample,
    definition: { questions, rules, nextSteps, papers, officialUrl, helpline: helpline ?? null, articlePath },
  });
  const isLost = article !== undefined && articlePath === null;
  return {
    ...saved,
    problems: isLost ? [`There is no article "${article}" to read more in; the link is left out.`] : [],
  };
}

type Project<Kind extends ProjectedKind> = (
  tx: Transaction,
  projection: Projection,
  file: PieceFile<Kind>,
) => Promise<Projected>;

const projectors: { [Kind in ProjectedKind]: Project<Kind> } = {
  articles: async (tx, projection, file) => (await projectArticles(tx, projection, [file]))[0]!,
  videos: projectVideo,
  webstories: projectStory,
  pages: projectPage,
  categories: projectCategory,
  tags: projectTag,
  authors: projectAuthor,
  ctas: projectCta,
  scams: projectScam,
  feed: projectFeed,
};

/** Writes the rows of pieces of one kind. */
export async function projectFiles<Kind extends ProjectedKind>(
  tx: Transaction,
  projection: Projection,
  kind: Kind,
  files: PieceFile<Kind>[],
): Promise<Projected[]> {
  // All articles of a batch in a dozen statements; one by one only where something in it is refused.
  if (kind === 'articles' && files.length > 1)
    try {
      return await tx.transaction((all) => projectArticles(all, projection, files as PieceFile<'articles'>[]));
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  return oneByOne(tx, files, (one, file) => projectors[kind](one, projection, file));
}
