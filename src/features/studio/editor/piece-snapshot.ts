import { fieldOf, type Fields, type OpenPiece } from './editor-props.ts';
import { mergeTexts } from './merge-texts.ts';
import type { Current, Why } from './studio-calls.ts';

/** What the studio has, as far as this page knows; `id` null: nothing yet. */
export type Base = Omit<OpenPiece, 'id' | 'key' | 'title' | 'updatedByName' | 'mayWrite'> & { id: number | null };

export type Status =
  | { is: 'clean' | 'typing' | 'onPhone' | 'saving' }
  | { is: 'problem'; why: Why; details: { path: string; message: string }[] };

/** Somebody saved between: `base` is what both started from, null where it could not be read; `from` is its revision. */
export type Conflict = { from: number; theirs: Base; name: string; base: { fields: Fields; body: string } | null };

export type Snapshot = {
  base: Base;
  changes: Fields;
  status: Status;
  conflict: Conflict | null;
  /** Came back from this device. */
  isRestored: boolean;
  /** The browser refuses to keep anything. */
  keepsNothing: boolean;
  /** Places that were merged twice over; null: nothing was merged. */
  clashes: number | null;
  /** Raised when the fields on the page must show other values than the ones typed. */
  shown: number;
};

export const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const emptyBase: Base = {
  id: null,
  revision: 0,
  state: 'draft',
  live: null,
  at: null,
  canonicalUrl: null,
  fields: {},
  body: '',
  problems: [],
  hasWritten: true,
};

export const startOf = (open: OpenPiece | null): Snapshot => ({
  base: open ? { ...emptyBase, ...open } : emptyBase,
  changes: {},
  status: { is: 'clean' },
  conflict: null,
  isRestored: false,
  keepsNothing: false,
  clashes: null,
  shown: 0,
});

/** The newer text that a conflict answers with. */
export function baseOf(base: Base, current: Current): Base {
  const { fields, body, revision, state, live, at, problems } = current as unknown as Base;
  return { ...base, fields, body: body ?? '', revision, state, live, at, problems: problems ?? [] };
}

/** What the studio has once it took `sent`; problems of the sent fields are not known any more. */
export function baseAfter(base: Base, sent: Fields, standing: Pick<Base, 'id' | 'revision' | 'state'>): Base {
  const { body, ...fields } = sent;
  return {
    ...base,
    ...standing,
    problems: base.problems.filter(({ path }) => !Object.hasOwn(fields, fieldOf(path))),
    fields: Object.fromEntries(Object.entries({ ...base.fields, ...fields }).filter(([, value]) => value !== null)),
    body: typeof body === 'string' ? body : base.body,
    hasWritten: true,
  };
}

/** The fields in which nothing is wrong. @param details of a refusal */
export function withoutWrong(sent: Fields, details: { path: string }[]): Fields {
  const wrong = new Set(details.map(({ path }) => fieldOf(path)));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
}

type Texts = { fields: Fields; body: string };
export const valueIn = (texts: Texts, name: string): unknown => (name === 'body' ? texts.body : texts.fields[name]);
/** What the field holds now. */
export const valueOf = ({ base, changes }: Pick<Snapshot, 'base' | 'changes'>, name: string): unknown =>
  name in changes ? changes[name] : valueIn(base, name);

export type Choice = 'mine' | 'theirs' | 'both';

/**
 * `mine` and `theirs` decide only what both have changed; `both` merges the text by lines. What only one of the two has
 * changed is kept in each case. @returns what stays changed on this page
 */
export function settle({ theirs, base: start }: Conflict, changes: Fields, choice: Choice) {
  const mine: Fields = {};
  let clashes: number | null = null;
  for (const [name, value] of Object.entries(changes)) {
    const isTheirsToo = start === null || !same(valueIn(theirs, name), valueIn(start, name));
    if (!isTheirsToo || choice === 'mine') mine[name] = value;
    else if (choice === 'both' && name === 'body' && start !== null) {
      const merged = mergeTexts(start.body, String(value ?? ''), theirs.body);
      mine.body = merged.text;
      clashes = merged.clashes;
    } else if (choice === 'both') mine[name] = value;
  }
  return { mine, clashes };
}

/** Tells one content from another within a draft's idempotency keys. */
export function hash(value: unknown): string {
  let sum = 0;
  for (const letter of JSON.stringify(value)) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return (sum >>> 0).toString(36);
}
