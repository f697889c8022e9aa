import type { Judged } from '../../features/message-check/judge-message.ts';
import type { Sign } from '../../features/message-check/message-check.contract.ts';
import { check } from '../../messages/check.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';
import { langOf } from '../../ui/format.ts';

// The verdict is drawn by React on the server and by plain DOM calls in the browser, from the same parts.

/** An element; attributes with null are left out. */
export type Part = { tag: string; attributes: Record<string, string | null>; children: Child[] };
export type Child = Part | string;

export type Typed = { text: string; sender: string };
export type VerdictClasses = Record<'verdict' | 'message', string>;

const part = (tag: string, attributes: Part['attributes'], ...children: Child[]): Part => ({
  tag,
  attributes,
  children,
});
/** The language of what somebody else wrote, with its direction. */
const marks = (text: string): Part['attributes'] => {
  const lang = langOf(text) ?? null;
  return { lang, dir: lang === 'ur' ? 'rtl' : null };
};
const list = (items: Child[][]): Part => part('ul', {}, ...items.map((item) => part('li', {}, ...item)));
const icon = (name: string): Part => part('svg', { 'aria-hidden': 'true' }, part('use', { href: `#i-${name}` }));

export const verdictIcons = { known_scam: 'alert', signs: 'alert', nothing_found: 'quest' } as const;

type Options = { checked: Judged; typed: Typed; classes: VerdictClasses; origin: string };

/** The whole verdict, from what to do now to the marked text. @param origin 'https://nagrik.example', for sharing */
export function verdictParts({ checked, typed, classes, origin }: Options): Part {
  const { outcome, signs, matches, sender, advice, scamAdvice, olderNote } = checked;
  return part(
    'section',
    { class: 'box stack', 'data-outcome': outcome, 'aria-labelledby': 'verdict' },
    part(
      'h1',
      { id: 'verdict', class: classes.verdict, tabindex: '-1' },
      icon(verdictIcons[outcome]),
      check.outcome[outcome],
    ),
    ...(matches.length > 0
      ? [
          part('h2', {}, check.matches),
          list(matches.map(({ title, canonicalUrl }) => [part('a', { href: canonicalUrl, ...marks(title) }, title)])),
        ]
      : []),
    part('h2', {}, check.doNow),
    list(advice.map((sentence) => [sentence])),
    ...(scamAdvice.length > 0
      ? [
          part('h2', {}, check.thisScam),
          list(scamAdvice.map((sentence) => [part('span', marks(sentence), sentence)])),
          ...(olderNote === null ? [] : [part('p', { class: 'soft' }, olderNote)]),
        ]
      : []),
    ...(outcome === 'nothing_found'
      ? [part('p', {}, link('/check/tell', check.tellStill))]
      : [warnFamily(matches[0]?.title ?? null, origin), ...whatNext()]),
    ...found(typed, signs, classes),
    ...(typed.sender === ''
      ? []
      : [part('p', { class: 'soft' }, sender ? check.senderIs(sender.header, sender.owner) : check.senderUnknown)]),
  );
}

const link = (path: string, text: string): Part => part('a', { href: addressHere(path) }, text);

/** Where to report it; what to write where money is gone and bank or police do not act. */
const whatNext = (): Part[] => [
  part('h2', {}, check.after),
  list([
    [`${check.report} `, part('a', { href: 'https://cybercrime.gov.in/', rel: 'noopener' }, 'cybercrime.gov.in')],
    [`${check.moneyGone} ${check.callNow}`],
    [`${check.bankSilent} `, link('/letters/bank', check.writeBank)],
    [`${check.policeSilent} `, link('/letters/police-complaint-refused', check.writePolice)],
  ]),
];

/** Says nothing of the message itself. */
const warnFamily = (title: string | null, origin: string): Part =>
  part(
    'p',
    {},
    part(
      'a',
      {
        class: 'btn ghost',
        rel: 'noopener nofollow',
        href: `https://wa.me/?text=${encodeURIComponent(check.warning(title, origin + addressHere('/check')))}`,
      },
      check.share,
    ),
  );

function found({ text }: Typed, signs: Sign[], { message }: VerdictClasses): Part[] {
  if (signs.length === 0) return [];
  return [
    part('h2', {}, check.found),
    list(signs.map(({ why, quote }) => [`${why} `, part('q', marks(quote), quote)])),
    part('h2', {}, check.inTheText),
    part('blockquote', { class: message, ...marks(text) }, ...marked(text, signs)),
  ];
}

/** Highlights the matches: of one that begins within another what goes beyond it. */
function marked(text: string, signs: Sign[]): Child[] {
  const parts: Child[] = [];
  let at = 0;
  for (const { start, end, why } of signs) {
    const from = Math.max(start, at);
    if (end <= from) continue;
    parts.push(text.slice(at, from), part('mark', { title: why }, text.slice(from, end)));
    at = end;
  }
  return [...parts, text.slice(at)];
}
