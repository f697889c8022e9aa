import { normaliseUnicode } from './normalise-unicode.ts';

// Letters of other scripts, and of phonetic alphabets, that look like Latin ones (a subset of Unicode's confusables).
const latin: Record<string, string> = {
  a: 'а α ɑ ᴀ ꭺ ａ ა ⱥ ꓮ',
  b: 'в β ь ʙ Ƅ ᏼ ƀ ꞵ ɓ ꓐ',
  c: 'с ϲ ᴄ ⲥ ꮯ ჺ ȼ ꞓ ꓚ',
  d: 'ԁ ᴅ ɗ ժ ꭰ đ ꓓ',
  e: 'е ε ҽ ᴇ є э ǝ ꭼ ɇ ɛ ℮ ꓰ',
  f: 'ғ ꜰ ƒ ք ϝ ꓝ',
  g: 'ɡ ɢ ց ǥ ԍ ɠ ꓖ',
  h: 'н һ ʜ հ ɦ ħ ꮋ ꓧ',
  i: 'і ι ı ɪ ɩ ї ꭵ ɨ ꓲ',
  j: 'ј ᴊ ʝ ϳ ɉ ȷ ꓙ',
  k: 'к κ ᴋ ƙ қ ꝁ ꓗ',
  l: 'ʟ ł ⅼ Ɩ ꮮ ӏ ƚ ꓡ',
  m: 'м ᴍ ɱ ꮇ μ ꓟ',
  n: 'ո η ɴ п ռ ŋ ɲ ꓠ',
  o: 'о ο ᴏ օ ø ɵ ө σ ჿ ꓳ',
  p: 'р ρ ᴘ ƿ ꮲ þ ƥ ꓑ',
  q: 'ԛ գ ʠ ǫ զ',
  r: 'г ʀ ɾ ᴦ ꭱ я ɍ ꓣ',
  s: 'ѕ ꜱ ʂ ꮪ ƽ ß ꓢ',
  t: 'т τ ᴛ ƭ ŧ ꭲ ⱦ ꓔ',
  u: 'υ ս ᴜ ц ʋ ʊ ꓴ',
  v: 'ѵ ᴠ ꮩ ν ꓦ',
  w: 'ѡ ԝ ᴡ ա ω ꮃ ꓪ',
  x: 'х χ ҳ ꓫ',
  y: 'у γ ʏ ү ყ ɏ ƴ ꓬ',
  z: 'ᴢ ʐ ƶ ꮓ ꓜ',
};
const lookalikes = new Map(
  Object.entries(latin).flatMap(([plain, others]) =>
    others.split(' ').flatMap((one) => [one, one.toLowerCase()].map((letter) => [letter, plain] as const)),
  ),
);

// Letters in black circles and squares, which have no compatibility form.
for (const first of [0x1f150, 0x1f170])
  for (let at = 0; at < 26; at += 1) lookalikes.set(String.fromCodePoint(first + at), String.fromCharCode(97 + at));

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
