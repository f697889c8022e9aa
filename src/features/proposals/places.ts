import { states } from '../schemes/facts.ts';

const otherNames: Record<string, string> = {
  'Andaman and Nicobar': String.raw`(?:a\s*(?:&|and)\s*n|andaman(?:\s*(?:&|and)\s*nicobar)?)(?:\s+islands?)?`,
  'Dadra and Nagar Haveli and Daman and Diu': String.raw`(?:dadra(?:\s*(?:&|and)\s*nagar\s+haveli)?(?:\s*(?:&|and|,|/)\s*daman\s*(?:&|and)\s*diu)?|daman\s*(?:&|and)\s*diu)`,
  Delhi: String.raw`(?:(?:national capital territory|nct) of delhi|delhi|gnctd)`,
  'Jammu and Kashmir': String.raw`(?:jammu\s*(?:&|and)\s*kashmir|j\s*&\s*k)`,
  Odisha: 'odisha|orissa',
  Puducherry: 'puducherry|pondicherry',
  Uttarakhand: 'uttarakhand|uttaranchal',
  Chhattisgarh: 'chh?attisgarh',
  'Tamil Nadu': String.raw`tamil\s?nadu`,
  Telangana: 'telangana',
  'West Bengal': 'west bengal',
};
const source = states.map((name) => `(${otherNames[name] ?? name.replace('and', '(?:and|&)')})`).join('|');
const pattern = new RegExp(String.raw`(?<!\p{L})(?:${source})(?!\p{L})`, 'giu');
/** Regular expression source for a State's name, without capturing groups, for use in other patterns. */
export const statePart = `(?:${source.replaceAll(/(?<!\\)\((?!\?)/g, '(?:')})`;

const northEast = ['Arunachal Pradesh', 'Assam', 'Manipur', 'Meghalaya', 'Mizoram', 'Nagaland', 'Sikkim', 'Tripura'];

/** States and Union Territories in a text, in order and without duplicates. */
export function statesIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(pattern)) {
    const at = match.slice(1).findIndex((one) => one !== undefined);
    found.add(states[at]!);
  }
  if (/\bnorth[- ]east(?:ern)? (?:states?|region)/i.test(text)) for (const name of northEast) found.add(name);
  return [...found];
}

/** The State whose government runs the scheme; null where none or several are named as that. */
export function runningState(texts: string[]): string | null {
  const whole = texts.join('\n');
  const after = new RegExp(
    String.raw`(?:government|govt\.?|administration|u\.?\s?t\.?|union territory|state government|state)\s*(?:administration\s*)?(?:of|,)\s*(?:the\s+)?(?:state\s+of\s+)?(?:union territory\s+of\s+)?(?:u\.?\s?t\.?\s*(?:administration)?\s*of\s*)?${statePart}(?!\p{L})`,
    'giu',
  );
  const before = new RegExp(
    String.raw`(?<!\p{L})${statePart}(?:'s|’s)?\s+(?:state\s+)?(?:government|govt|administration|building\s*(?:&|and)\s*other|labour welfare|backward|scheduled|state\b)`,
    'giu',
  );
  const department = new RegExp(
    String.raw`(?:department|directorate|board|corporation|academy|commission|authority|mission|council)\b[^.\n]{0,40}?(?:,|\bof\b|\bin\b)\s*(?:the\s+)?${statePart}(?!\p{L})`,
    'giu',
  );
  for (const one of [after, before, department]) {
    const named = statesIn([...whole.matchAll(one)].map(([text]) => text).join(' ; '));
    if (named.length === 1) return named[0]!;
    if (named.length > 1) return mostNamed(whole, named);
  }
  const named = statesIn(whole);
  return named.length === 1 ? named[0]! : null;
}

/** The State named at least three times as often as any other. */
function mostNamed(text: string, among: string[]): string | null {
  const counts = new Map(among.map((name) => [name, 0]));
  for (const match of text.matchAll(pattern)) {
    const name = states[match.slice(1).findIndex((one) => one !== undefined)]!;
    if (counts.has(name)) counts.set(name, counts.get(name)! + 1);
  }
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && second && first[1] >= 3 * second[1] ? first[0] : null;
}
