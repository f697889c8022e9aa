import { normaliseUnicode } from './normalise-unicode.ts';

// Letters of other scripts, and of phonetic alphabets, that look like Latin ones (a subset of Unicode's confusables).
const latin: Record<string, string> = {
  a: 'а α ɑ ᴀ ꭺ ａ ა ⱥ',
  b: 'в β ь ʙ Ƅ ᏼ ƀ ꞵ ɓ',
  c: 'с ϲ ᴄ ⲥ ꮯ ჺ ȼ ꞓ',
  d: 'ԁ ᴅ ɗ ժ ꭰ đ',
  e: 'е ε ҽ ᴇ є э ǝ ꭼ ɇ ɛ ℮',
  f: 'ғ ꜰ ƒ ք ϝ',
  g: 'ɡ ɢ ց ǥ ԍ ɠ',
  h: 'н һ ʜ հ ɦ ħ ꮋ',
  i: 'і ι ı ɪ ɩ ї ꭵ ɨ',
  j: 'ј ᴊ ʝ ϳ ɉ ȷ',
  k: 'к κ ᴋ ƙ қ ꝁ',
  l: 'ʟ ł ⅼ Ɩ ꮮ ӏ ƚ',
  m: 'м ᴍ ɱ ꮇ μ',
  n: 'ո η ɴ п ռ ŋ ɲ',
  o: 'о ο ᴏ օ ø ɵ ө σ ჿ',
  p: 'р ρ ᴘ ƿ ꮲ þ ƥ',
  q: 'ԛ գ ʠ ǫ զ',
  r: 'г ʀ ɾ ᴦ ꭱ я ɍ',
  s: 'ѕ ꜱ ʂ ꮪ ƽ ß',
  t: 'т τ ᴛ ƭ ŧ ꭲ ⱦ',
  u: 'υ ս ᴜ ц ʋ ʊ',
  v: 'ѵ ᴠ ꮩ ν',
  w: 'ѡ ԝ ᴡ ա ω ꮃ',
  x: 'х χ ҳ',
  y: 'у γ ʏ ү ყ ɏ ƴ',
  z: 'ᴢ ʐ ƶ ꮓ',
};
const lookalikes = new Map(
  Object.entries(latin).flatMap(([plain, others]) =>
    others.split(' ').flatMap((one) => [one, one.toLowerCase()].map((letter) => [letter, plain] as const)),
  ),
);

/**
 * Two texts that look alike have one skeleton (UTS 39), as far as Latin letters go: lower case, without accents and
 * what no font shows.
 */
export function latinSkeleton(text: string): string {
  let plain = '';
  for (const sign of normaliseUnicode(normaliseUnicode(text, 'NFKC').toLowerCase(), 'NFKD'))
    if (!/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/u.test(sign)) plain += lookalikes.get(sign) ?? sign;
  return normaliseUnicode(plain, 'NFC');
}
