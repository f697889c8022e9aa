import anyAscii from 'any-ascii';
import { romaniseHindi } from '../text/romanise-hindi.ts';
import { normaliseUnicode } from '../text/normalise-unicode.ts';

/** Encodes the id of a page's URL as unpadded base64url of its decimal digits; 252 becomes `MjUy`. */
export function encodeId(id: number): string {
  return btoa(String(id)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
}

/** Also accepts padding (the page then redirects); null for anything but a canonical positive integer. */
export function decodeId(encoded: string): number | null {
  const bare = encoded.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9_-]{2,14}$/.test(bare)) return null;
  let digits: string;
  try {
    digits = atob(bare.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null;
  }
  if (!/^[1-9]\d{0,9}$/.test(digits) || Number(digits) > 2_147_483_647) return null;
  return encodeId(Number(digits)) === bare ? Number(digits) : null;
}

/**
 * Latin letters (Hindi as its readers type it), lower case, hyphens, at most 80 characters; `fallback` where the result
 * is empty.
 */
export function slugify(title: string, fallback: string): string {
  const slug = anyAscii(normaliseUnicode(romaniseHindi(normaliseUnicode(title, 'NFC').slice(0, 400)), 'NFC'))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return slug || fallback;
}

// A transliteration would spell out their names: nobody types 'grinning' for a smile in a title.
const emoji = /(?![©®™])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}/gu;
const slugOf = (title: string, kind: string) => slugify(title.replace(emoji, ' '), kind);

const pathOf = (kind: string, name: string, id: number) => `/${kind}/${slugOf(name, kind)}-${encodeId(id)}`;
export const articlePath = (title: string, id: number) => pathOf('article', title, id);
export const videoPath = (title: string, id: number) => pathOf('video', title, id);
export const categoryPath = (name: string, id: number) => pathOf('category', name, id);
export const tagPath = (name: string, id: number) => pathOf('tag', name, id);
export const authorPath = (name: string, id: number) => pathOf('author', name, id);
export const questionPath = (title: string, id: number) =>
  `/community/question/${slugOf(title, 'question')}-${encodeId(id)}`;
/** Of a call to action. */
export const referPath = (id: number) => `/refer/${encodeId(id)}`;
export const webStoryPath = (slug: string) => `/webstory/${slug}`;

/** Splits `{slug}-{encoded id}`; null where no id can be read. */
export function parseSlugAndId(segment: string): { slug: string; id: number } | null {
  const match = /^(?:(.*)-)?([A-Za-z0-9_]+={0,2})$/.exec(segment);
  const id = match?.[2] ? decodeId(match[2]) : null;
  return match && id !== null ? { slug: match[1] ?? '', id } : null;
}
