import { createHash } from 'node:crypto';
import { z } from 'zod';
import { decodeEntities } from '../../../platform/text/decode-entities.ts';
import type { SchemeInput } from '../../articles/article-input.ts';
import type { Converted, NamedOptions } from '../import-source.ts';
import { firstSentences, languageOf, oneLine, repairNote } from '../../../platform/text/repair-text.ts';
import { cleanSchemeText } from './clean-scheme-text.ts';
import { rulesFor } from './reviewed-rules.server.ts';
import { kindOf, type Level, levelOf, plainName, schemeCategories, stateOf, words } from './scheme-facts.ts';
import { escapeMarkdown, writeSteps } from './scheme-steps.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
/** A record of the JSONL, or a CSV row mapped to the same shape. */
const schemeSchema = z.looseObject({
  scheme_name: z.string().refine((name) => plainName(name) !== '', 'is empty'),
  slug: z.string().optional(),
  category_files: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  details: text,
  benefits: text,
  eligibility: text,
  exclusions: text,
  level: z.unknown(),
  'application process': z
    .array(z.looseObject({ mode: text, process: text }))
    .nullish()
    .transform((value) => value ?? []),
  'documents required': z.union([
    text,
    z.array(z.string()).transform((list) => list.map((item) => `- ${item}`).join('\n')),
  ]),
});
export type Scheme = z.infer<typeof schemeSchema>;

/** @throws Error with a readable message */
export function parseScheme(value: unknown): Scheme {
  const parsed = schemeSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new Error(`It is no scheme: its ${first?.path.join('.') || 'form'} is missing or wrong.`);
}

const shortHash = (value: string, length: number) => createHash('sha256').update(value).digest('hex').slice(0, length);
/** Natural key of a scheme: its name and the level of government. */
export const identityOf = (scheme: Pick<Scheme, 'scheme_name' | 'level'>) =>
  `${plainName(scheme.scheme_name)}\n${levelOf(scheme.level)}`;

/** Duplicate natural keys are told apart by a hash of the text, so that keys do not depend on file order. */
export function localKeyOf(scheme: Scheme, isDuplicate: boolean): string {
  const key = shortHash(identityOf(scheme), 16);
  return isDuplicate
    ? `${key}:${shortHash(JSON.stringify([scheme.details, scheme.benefits, scheme.eligibility, scheme['application process']]), 12)}`
    : key;
}

export function convertScheme(scheme: Scheme, options: NamedOptions, isDuplicate: boolean): Converted {
  const title = oneLine(decodeEntities(scheme.scheme_name)).slice(0, 300).toWellFormed();
  const details = cleanSchemeText(scheme.details);
  const lang = languageOf(`${title} ${details} ${scheme.benefits} ${scheme.eligibility}`);
  const paragraphs = details
    .split('\n\n')
    .filter((part) => !/^(?:#|:::| *-|1\.)/.test(part))
    .join('\n\n');
  const plain = plainWords(paragraphs) || plainWords(details) || plainWords(cleanSchemeText(scheme.benefits)) || title;
  const summary = firstSentences(plain);
  const level = levelOf(scheme.level);
  const state = level === 'central' ? null : stateOf(`${title} ${details}`);
  const links = options.schemeLinks?.get(plainName(scheme.scheme_name));

  const own = scheme.category_files.flatMap((name) => {
    const mapped = options.categoryMap.get(name.trim().toLowerCase());
    return mapped === null ? [] : mapped !== undefined ? [mapped] : (schemeCategories[name.trim().toLowerCase()] ?? []);
  });
  const known = [...new Set(['schemes', ...own])].filter((key) => options.ownCategories.has(key));
  if (known.length === 0) known.push(options.category ?? 'social');
  const page =
    scheme.slug && /^[a-z0-9-]{2,80}$/.test(scheme.slug)
      ? `https://www.myscheme.gov.in/schemes/${scheme.slug}`
      : 'https://www.myscheme.gov.in/';
  const note = repairNote(
    JSON.stringify(scheme).includes('\\u0000')
      ? '\u0000'
      : Object.values(scheme)
          .filter((value) => typeof value === 'string')
          .join(''),
  );

  const reviewed = rulesFor(scheme, isDuplicate ? undefined : options.schemeRules?.get(plainName(scheme.scheme_name)));

  return {
    kind: 'article',
    article: {
      sourceKey: `scheme:${options.site}:${localKeyOf(scheme, isDuplicate)}`,
      title,
      summary,
      lang,
      body: bodyOf(scheme, { details, summary, lang, level, state, page, links }),
      author: { key: 'myscheme', name: 'myScheme, Government of India' },
      categories: known,
      tags: [...(state ? [state] : []), ...scheme.tags]
        .map((tag) => oneLine(tag).slice(0, 60))
        .filter((tag) => tag !== '')
        .slice(0, 12),
      status: 'published',
      publishedAt: null,
      sources: [
        { title: 'myScheme, Government of India', url: page },
        ...(links?.officialSite ? [{ title: words[lang].site, url: links.officialSite }] : []),
      ],
      corrections: [],
      scheme: recordOf(scheme, { title, level, state, page: scheme.slug ? page : null, links, reviewed }),
      isSample: false,
      oldPaths: [],
    },
    images: [],
    notes: [note, reviewed.note].filter((one) => one !== null),
  };
}

const bothTerritories = 'Dadra and Nagar Haveli and Daman and Diu';

/** The structured record, with the rules that an editor approved. */
function recordOf(
  scheme: Scheme,
  {
    title,
    level,
    state,
    page,
    links,
    reviewed,
  }: {
    title: string;
    level: Level;
    state: string | null;
    page: string | null;
    links: Parts['links'];
    reviewed: ReturnType<typeof rulesFor>;
  },
): SchemeInput {
  const offline = scheme['application process'].filter((one) => one.mode.toLowerCase().startsWith('offline'));
  return {
    name: title,
    level: level === 'unknown' ? null : level === 'central' ? 'CENTRAL' : 'STATE',
    state: state !== null && bothTerritories.includes(state) ? bothTerritories : state,
    department: null,
    details: {
      forWhom: null,
      kind: kindOf(title, scheme.category_files),
      benefits: pointsOf(cleanSchemeText(scheme.benefits)),
      eligibility: pointsOf(cleanSchemeText(scheme.eligibility)),
      exclusions: pointsOf(cleanSchemeText(scheme.exclusions)),
      documents: pointsOf(cleanSchemeText(scheme['documents required'])).map((name) => ({ name, note: null })),
      fee: null,
      apply: {
        onlineUrl: links?.applyLink ?? null,
        offlineSteps: offline.flatMap((one) => pointsOf(writeSteps(one.process))),
      },
      ...(reviewed.alsoCheck.length > 0 ? { alsoCheck: reviewed.alsoCheck } : {}),
    },
    rules: reviewed.rules,
    officialUrl: links?.officialSite ?? page,
    lastCheckedOn: null,
  };
}

const pointsOf = (markdown: string): string[] =>
  markdown
    .split('\n')
    .filter((line) => !/^(?::::|#{1,6} )/.test(line))
    .map((line) => plainWords(line).slice(0, 1_000).trim())
    .filter((line) => line !== '')
    .slice(0, 60);

type Parts = {
  details: string;
  summary: string;
  lang: 'en' | 'hi';
  level: 'central' | 'state' | 'unknown';
  state: string | null;
  page: string;
  links: { officialSite: string | null; applyLink: string | null } | undefined;
};

function bodyOf(scheme: Scheme, parts: Parts): string {
  const labels = words[parts.lang];
  const modes = scheme['application process']
    .filter((one) => one.process.trim() !== '')
    .map((one) => ({ mode: oneLine(one.mode), steps: writeSteps(one.process) }));
  const modeName = (mode: string) => labels.mode[mode.toLowerCase()] ?? mode;
  const modeNames = [...new Set(modes.map((one) => modeName(one.mode)).filter((mode) => mode !== ''))];

  const facts = [
    ...(parts.level === 'unknown'
      ? []
      : [
          `- **${labels.runBy}:** ${parts.level === 'central' ? labels.central : parts.state ? labels.governmentOf(parts.state) : labels.state}`,
        ]),
    ...(modeNames.length > 0 ? [`- **${labels.apply}:** ${modeNames.map(escapeMarkdown).join('; ')}`] : []),
  ];
  const apply = modes.map((one) =>
    modeNames.length > 1 && one.mode
      ? `### ${escapeMarkdown(modeName(one.mode))}\n\n${one.steps}`
      : one.steps.replace(/^#### /gm, '### '),
  );
  if (parts.links?.applyLink) apply.push(`${labels.onlineAt}: <${parts.links.applyLink}>`);

  const sections: [string, string][] = [
    [labels.get, cleanSchemeText(scheme.benefits)],
    [labels.who, cleanSchemeText(scheme.eligibility)],
    [labels.whoNot, cleanSchemeText(scheme.exclusions)],
    [labels.papers, papersOf(scheme['documents required'], labels.tick)],
    [labels.how, apply.join('\n\n')],
  ];
  const [opening, ...rest] = withoutSummary(parts.details, parts.summary).split('\n\n');
  const isText = opening !== undefined && !/^(?:#|-|1\.|:::)/.test(opening);
  return [
    ...(isText ? [opening] : []),
    ...(facts.length > 0 ? [`:::facts\n${facts.join('\n')}\n:::`] : []),
    (isText ? rest : [opening, ...rest]).join('\n\n'),
    ...sections.filter(([, body]) => body !== '').map(([title, body]) => `## ${title}\n\n${body}`),
    `:::note\n${labels.source} <${parts.page}>\n:::`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Drops a first paragraph that repeats the summary verbatim. */
function withoutSummary(details: string, summary: string): string {
  const end = details.indexOf('\n\n');
  const first = end === -1 ? details : details.slice(0, end);
  return plainWords(first) === summary ? details.slice(first.length).trim() : details;
}

function papersOf(raw: string, tick: string): string {
  const clean = cleanSchemeText(raw);
  const lines = clean.split('\n').filter((line) => line !== '');
  if (lines.length < 2 || !lines.every((line) => /^(?:-|1\.) /.test(line))) return clean;
  return `:::papers[${tick}]\n${lines.map((line) => line.replace(/^(?:-|1\.) /, '- ')).join('\n')}\n:::`;
}

const plainWords = (markdown: string) =>
  oneLine(
    markdown
      .replace(/^:::.*$/gm, ' ')
      .replace(/^#{1,6} .*$/gm, ' ')
      .replace(/^ *(?:-|1\.) /gm, '')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\*\*/g, '')
      .replace(/\\([*`[\]<#>+-])/g, '$1'),
  );
