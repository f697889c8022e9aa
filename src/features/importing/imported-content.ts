import type { StudioFields } from '../../database/schema.ts';
import { keyOfSource } from '../../platform/wire/piece-key.ts';
import { isUndated } from '../../platform/wire/undated.ts';
import type { SchemeInput, WrittenArticle } from '../articles/article-input.ts';
import { tagKey } from '../tags/ensure-tags.server.ts';
import type { Content } from './revise-by-system.server.ts';

/** What a source says of an article, as a file would say it. @param original source key of what it translates */
export function contentOf(written: WrittenArticle, id: number, original: string | undefined): Content {
  const { body, publishedAt, thumbnail, scheme, ...rest } = written;
  const fields = given({
    id,
    title: rest.title,
    summary: rest.summary,
    author: rest.author.key,
    categories: rest.categories,
    tags: rest.tags,
    publishedAt: isUndated(publishedAt) ? null : publishedAt.toISOString(),
    lastCheckedAt: rest.lastCheckedAt,
    coverFigure: rest.coverFigure,
    lang: rest.lang,
    translationOf: rest.translationOf !== undefined && original ? keyOfSource(original) : null,
    follows: rest.follows,
    metaTitle: rest.metaTitle,
    metaDescription: rest.metaDescription,
    thumbnail: thumbnail?.replace(/^\//, ''),
    sources: rest.sources,
    corrections: rest.corrections,
    scheme: scheme && schemeFields(scheme),
    oldPaths: rest.oldPaths,
    sample: rest.isSample || null,
  });
  // As the database gives it back: without what is undefined.
  return { fields: JSON.parse(JSON.stringify(fields)) as StudioFields, body };
}

/** The same with the tags and old paths of the revision before, where these are only written in another way. */
export function writtenAs(before: StudioFields, { fields, body }: Content): Content {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const keys = (some: StudioFields) => [...new Set(texts(some.tags).map(tagKey))].toSorted().join(' ');
  const paths = new Set(texts(before.oldPaths));
  const isSame = {
    tags: keys(fields) === keys(before),
    oldPaths: texts(fields.oldPaths).every((path) => paths.has(path)),
  };
  const { tags, oldPaths } = before;
  return {
    fields: given({ ...fields, ...(isSame.tags ? { tags } : {}), ...(isSame.oldPaths ? { oldPaths } : {}) }),
    body,
  };
}

const given = (fields: StudioFields): StudioFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0) && value !== '',
    ),
  );

const schemeFields = ({ details, ...record }: SchemeInput): StudioFields =>
  given({
    name: record.name,
    level: record.level === 'STATE' ? record.state : 'central',
    department: record.department,
    forWhom: details.forWhom,
    kind: details.kind,
    worth: details.worth,
    intake: details.intake,
    benefits: details.benefits,
    eligibility: details.eligibility,
    exclusions: details.exclusions,
    documents: details.documents.map(({ name, note }) => (note === null ? name : `${name} — ${note}`)),
    fee: details.fee && given(details.fee),
    apply: given({ online: details.apply.onlineUrl, offline: details.apply.offlineSteps }),
    officialUrl: record.officialUrl,
    lastCheckedAt: record.lastCheckedOn,
    rules: record.rules,
    alsoCheck: details.alsoCheck ?? [],
    cases: record.cases,
    reasons: details.reasons,
  });
