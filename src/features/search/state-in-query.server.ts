import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, schemes } from '../../database/schema.ts';
import { languages } from '../../messages/languages-here.ts';
import { stateName } from '../../messages/places.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { states } from '../schemes/facts.ts';
import { wordsOf } from '../search-index/words.ts';
import { isLikelySpelling } from '../transliteration/likeness.ts';
import { createSoundIndex } from '../transliteration/sound-index.ts';
import type { Found } from './find-documents.server.ts';

const otherNames: Partial<Record<(typeof states)[number], string[]>> = {
  'Andaman and Nicobar': ['andaman', 'अंडमान'],
  Chhattisgarh: ['chattisgarh', 'chhatisgarh', 'छत्तीसगढ'],
  'Dadra and Nagar Haveli and Daman and Diu': ['daman', 'dadra'],
  Delhi: ['dilli', 'nct'],
  'Jammu and Kashmir': ['kashmir', 'jammu', 'कश्मीर', 'जम्मू'],
  Odisha: ['orissa', 'उड़ीसा'],
  Puducherry: ['pondicherry'],
  'Tamil Nadu': ['tamilnadu', 'तमिलनाडु'],
  Uttarakhand: ['uttaranchal', 'uttrakhand'],
  'West Bengal': ['bengal', 'bangal', 'बंगाल'],
};
/** Where all letters are capitals: 'up' is a word. */
const initials: Record<string, (typeof states)[number]> = {
  UP: 'Uttar Pradesh',
  MP: 'Madhya Pradesh',
  WB: 'West Bengal',
};

let known: [words: string, state: string][] | undefined;
const named = () =>
  (known ??= states.flatMap((state) => [
    ...languages.map((language): [string, string] => [phraseOf(inLanguage(language, () => stateName(state))), state]),
    ...(otherNames[state] ?? []).map((name): [string, string] => [phraseOf(name), state]),
  ]));
const soundingLike = createSoundIndex(() => named().map(([words]) => words));
const phraseOf = (text: string): string =>
  wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ');

const banks = / (?:\S+ (?:national |gramin |and sind )?bank|bank of \S+)(?= )/g;

/** The State or Union Territory that a query names; null where it names none or several. */
export function stateNamedIn(query: string): string | null {
  // Without 'punjab national bank' and 'bank of maharashtra'.
  const typed = ` ${phraseOf(query)} `.replace(banks, '').trim().split(' ');
  // 'panjab', 'telengana'.
  const soundAlike = typed.flatMap((word) =>
    /^[a-z]{5,}$/.test(word) ? soundingLike(word).filter((native) => isLikelySpelling(word, native)) : [],
  );
  const phrase = ` ${[...typed, ...soundAlike].join(' ')} `;
  const found = new Set(named().flatMap(([words, state]) => (phrase.includes(` ${words} `) ? [state] : [])));
  for (const [short, state] of Object.entries(initials))
    if (new RegExp(String.raw`\b${short}\b`).test(query) && /\p{Ll}|\P{ASCII}/u.test(query)) found.add(state);
  const [state, another] = [...found];
  return another === undefined ? (state ?? null) : null;
}

/** Without the schemes of other States, those of this one first. */
export async function forState(tx: Queryable, found: Found, state: string): Promise<Found> {
  if (found.ids.length === 0) return found;
  const { rows } = await tx.execute<{ id: number; state: string }>(sql`
    select hit.id, ${schemes.state} as state from ${articles} hit
    join ${schemes} on ${schemes.articleId} = coalesce(hit.group_id, hit.id)
    where hit.id = any(${sql.param(found.ids)}::int[]) and ${schemes.state} is not null`);
  const stateOf = new Map(rows.map((row) => [row.id, row.state]));
  const own = found.ids.filter((id) => stateOf.get(id) === state);
  const ids = [...own, ...found.ids.filter((id) => !stateOf.has(id))];
  return { ...found, ids, total: found.total - (found.ids.length - ids.length) };
}

/** Whether a public piece has a scheme of this State. */
export async function hasSchemesOf(db: Queryable, state: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${schemes} join ${articles} on ${articles.id} = ${schemes.articleId}
    where ${schemes.state} = ${state} and ${isPublicArticle} limit 1`);
  return rows.length > 0;
}
