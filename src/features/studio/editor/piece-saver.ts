import { createStore, type Store } from '../../../platform/browser/create-store.ts';
import type { StudioState } from '../../../database/schema.ts';
import { type EditorProps, type Fields, type Problem, fieldOf, type OpenPiece } from './editor-props.ts';
import { type DeviceDrafts, keyOf, type DeviceDraft } from './device-drafts.ts';
import type { Answer, Refusal, Standing, StudioCalls, Why, Current } from './studio-calls.ts';
import { mergeTexts } from './merge-texts.ts';

/** What the studio has, as far as this page knows; `id` null: nothing yet. */
type Base = Omit<OpenPiece, 'id' | 'key' | 'title' | 'updatedByName' | 'mayWrite'> & { id: number | null };

type Status =
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

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

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

const startOf = (open: OpenPiece | null): Snapshot => ({
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
function baseOf(base: Base, current: Current): Base {
  const { fields, body, revision, state, live, at, problems } = current as unknown as Base;
  return { ...base, fields, body: body ?? '', revision, state, live, at, problems: problems ?? [] };
}

/** What the studio has once it took `sent`; problems of the sent fields are not known any more. */
function baseAfter(base: Base, sent: Fields, standing: Pick<Base, 'id' | 'revision' | 'state'>): Base {
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
function withoutWrong(sent: Fields, details: { path: string }[]): Fields {
  const wrong = new Set(details.map(({ path }) => fieldOf(path)));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
}

type Texts = { fields: Fields; body: string };
export const valueIn = (texts: Texts, name: string): unknown => (name === 'body' ? texts.body : texts.fields[name]);
/** What the field holds now. */
const valueOf = ({ base, changes }: Pick<Snapshot, 'base' | 'changes'>, name: string): unknown =>
  name in changes ? changes[name] : valueIn(base, name);

type Choice = 'mine' | 'theirs' | 'both';

/**
 * `mine` and `theirs` decide only what both have changed; `both` merges the text by lines. What only one of the two has
 * changed is kept in each case. @returns what stays changed on this page
 */
function settle({ theirs, base: start }: Conflict, changes: Fields, choice: Choice) {
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
function hash(value: unknown): string {
  let sum = 0;
  for (const letter of JSON.stringify(value)) sum = (Math.imul(sum, 31) + letter.codePointAt(0)!) | 0;
  return (sum >>> 0).toString(36);
}

type Needs = {
  calls: StudioCalls;
  drafts: DeviceDrafts;
  props: Pick<EditorProps, 'open' | 'startLang' | 'person' | 'kind' | 'titleField'>;
  /** Names a new piece on this device. */
  local: string;
  onBegun(id: number): void;
  /** The new piece of this address was begun before. */
  onMoved(id: number): void;
};

type Taken = { id: number; revision: number; state: StudioState; problems?: Problem[] | undefined };

/** Where a change takes nothing away from anybody: elsewhere it would end an approval or a schedule unasked. */
const savesItself: readonly StudioState[] = ['draft', 'changes_requested', 'unpublished', 'live'];
const statusOf = (changes: Fields): Status => ({ is: Object.keys(changes).length === 0 ? 'clean' : 'typing' });
const mayPass: readonly Why[] = ['offline', 'busy', 'failed'];

/** Milliseconds: the pause after the last change, and the longest time after the first. */
const times = {
  device: { pause: 300, most: 1_000 },
  server: { pause: 4_000, most: 20_000 },
  retry: { pause: 10_000, most: Infinity },
};
type Timed = keyof typeof times;

/** When what is typed is kept on the device, sent, and sent again. */
class SaveTimers {
  private readonly timers: Partial<Record<Timed, ReturnType<typeof setTimeout>>> = {};
  private readonly since: Partial<Record<Timed, number>> = {};

  restart(what: Timed, act: () => void): void {
    const now = Date.now();
    const { pause, most } = times[what];
    const since = (this.since[what] ??= now);
    clearTimeout(this.timers[what]);
    this.timers[what] = setTimeout(act, Math.max(0, Math.min(pause, since + most - now)));
  }

  stop(what: Timed): void {
    clearTimeout(this.timers[what]);
    delete this.since[what];
  }
}

/** Fields and text of one piece: kept on the device at each pause, sent with the revision that they started from. */
export class PieceSaver {
  private readonly store: Store<Snapshot>;
  private saving: Promise<boolean> | null = null;
  private readonly timers = new SaveTimers();
  private readonly own = new OwnSaves();
  /** A new piece that was sent without an answer so far. */
  private begun: Fields | null = null;
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
    this.store = createStore(startOf(needs.props.open));
  }

  subscribe = (listener: () => void) => this.store.subscribe(listener);
  read = (): Snapshot => this.store.read();

  private get snapshot(): Snapshot {
    return this.store.read();
  }

  private set(next: Partial<Snapshot>): void {
    this.store.change(next);
  }

  value(name: string): unknown {
    return valueOf(this.snapshot, name);
  }

  get isChanged(): boolean {
    return Object.keys(this.snapshot.changes).length > 0;
  }

  /** What this device still has of an earlier visit. */
  async restore(): Promise<void> {
    const stored = await this.needs.drafts.read(this.key);
    if (!stored) return;
    if (stored.id !== null && this.snapshot.base.id === null) return this.needs.onMoved(stored.id);
    this.begun = stored.begun;
    // This page was read before a save whose answer the last one still had.
    if (stored.base > this.snapshot.base.revision) await this.refresh(true);
    const { base, changes: typed } = this.snapshot;
    this.own.goOnFrom(stored, base, typed);
    // Typed while it was read: that is newer, field by field.
    const changes = this.onlyChanges({ ...stored.changes, ...typed });
    if (Object.keys(changes).length === 0 && this.begun === null) return void this.needs.drafts.remove(this.key);
    this.set({ changes, isRestored: true, status: { is: 'onPhone' }, shown: this.snapshot.shown + 1 });
    const isOthers =
      base.id !== null && stored.base < base.revision && !takenOf(stored.unanswered ?? [], stored.base, base);
    if (isOthers) await this.meet(stored.base, base, this.needs.props.open?.updatedByName ?? '');
    else if (savesItself.includes(base.state)) this.later('server');
  }

  change(name: string, value: unknown): void {
    const { changes } = this.snapshot;
    const next = this.onlyChanges({ ...changes, [name]: value ?? null });
    this.set({ changes: next, status: statusOf(next) });
    this.later('device');
    if (savesItself.includes(this.snapshot.base.state)) this.later('server');
  }

  private onlyChanges(changes: Fields): Fields {
    return this.own.changesOf(this.snapshot.base, changes, this.begun);
  }

  private later(what: 'device' | 'server'): void {
    this.timers.restart(what, () => void (what === 'device' ? this.keep() : this.save(false)));
  }

  private get key(): string {
    const { props, local } = this.needs;
    return keyOf(props.person, props.kind, this.snapshot.base.id ?? local);
  }

  /** Nothing that this device has and the studio may not. */
  private get isEmpty(): boolean {
    return !this.isChanged && this.begun === null;
  }

  private forget(): void {
    this.begun = null;
    this.own.forget();
  }

  /** Keeps what is not in the studio on this device. */
  async keep(): Promise<void> {
    this.timers.stop('device');
    const { drafts } = this.needs;
    if (this.isEmpty) return drafts.remove(this.key);
    const { status, changes } = this.snapshot;
    const isStored = await drafts.write(this.entry());
    this.set({ keepsNothing: !isStored });
    const now = this.snapshot;
    // Letters typed during the write are not on the phone yet.
    if (isStored && status.is === 'typing' && now.status.is === 'typing' && now.changes === changes)
      this.set({ status: { is: 'onPhone' } });
  }

  private entry(): DeviceDraft {
    const { base, changes, conflict } = this.snapshot;
    const { props, local } = this.needs;
    // As long as nothing was chosen: otherwise the next page would not meet the other text.
    const start = conflict?.from ?? this.own.startOf(base, changes);
    return {
      key: this.key,
      person: props.person,
      kind: props.kind,
      id: base.id,
      local,
      base: start,
      changes,
      title: String(this.value(props.titleField) ?? ''),
      at: Date.now(),
      begun: this.begun,
      unanswered: this.own.unansweredFrom(start),
    };
  }

  /**
   * Sends what has changed. One call at a time: what is typed meanwhile goes with the next one.
   * @returns whether everything is in the studio
   */
  async save(isManual: boolean, isLast = false): Promise<boolean> {
    this.timers.stop('server');
    this.timers.stop('retry');
    while (this.saving) await this.saving;
    if (this.snapshot.conflict) return false;
    if (this.isEmpty) return true;
    this.saving = this.send(isManual, isLast);
    try {
      return await this.saving;
    } finally {
      this.saving = null;
    }
  }

  private async send(isManual: boolean, isLast: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    const { startLang } = this.needs.props;
    const isNew = base.id === null;
    if (isNew && this.begun === null) {
      const written = Object.entries(this.snapshot.changes).filter(([, value]) => value !== null);
      this.begun = { ...(startLang && { lang: startLang }), ...Object.fromEntries(written) };
      await this.keep();
    }
    const sent = isNew ? this.begun! : this.snapshot.changes;
    this.set({ status: { is: 'saving' } });
    if (!isNew) {
      this.own.noteSent(sent);
      // Known on the device before the studio has it; a page that closes cannot wait.
      const keeping = this.keep();
      if (!isLast) await keeping;
    }
    const answer = await this.call(base, sent, isLast);
    if (answer.ok) return this.taken(sent, { ...answer.data, state: answer.data.state as StudioState });
    return this.refused(answer, sent, isManual);
  }

  private call({ id, revision }: Base, fields: Fields, isLast: boolean): Promise<Answer<Standing>> {
    const { calls, local, props } = this.needs;
    return id === null
      ? calls.begin(props.kind, fields, `${local}-${hash(fields)}`)
      : calls.change(props.kind, id, revision, fields, isLast);
  }

  private async taken(sent: Fields, standing: Taken, base = this.snapshot.base): Promise<boolean> {
    const isNew = this.snapshot.base.id === null;
    const oldKey = this.key;
    const next = baseAfter(base, sent, standing);
    this.forget();
    this.set({ base: next });
    const changes = this.onlyChanges(this.snapshot.changes);
    this.set({
      changes,
      isRestored: false,
      clashes: null,
      status: statusOf(changes),
    });
    await this.keep();
    // Last, so that what was typed meanwhile is never without an entry. A reload may be under way to the old address.
    if (isNew) {
      await this.needs.drafts.write({ ...this.entry(), key: oldKey, changes: {} });
      this.needs.onBegun(standing.id);
    }
    if (this.isChanged) this.later('server');
    if (next.problems.length < base.problems.length || (standing.problems ?? []).length > 0) void this.refresh();
    return !this.isChanged;
  }

  private async refused(answer: Refusal, sent: Fields, isManual: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    if (answer.why === 'conflict' && answer.current && base.id !== null) {
      const theirs = baseOf(base, answer.current);
      // Saved before, and only the answer was lost.
      const own = this.own.ownIn(theirs, base, sent, this.snapshot.changes);
      if (own) return this.taken(own, { id: base.id, revision: theirs.revision, state: theirs.state }, theirs);
      await this.meet(this.own.startOf(base, this.snapshot.changes), theirs, answer.current.updatedByName);
      return false;
    }
    // One field with a mistake must not hold back the text.
    const right = withoutWrong(sent, answer.details);
    if (answer.why === 'invalid' && base.id === null) this.begun = null;
    const count = Object.keys(right).length;
    if (answer.why === 'invalid' && count > 0 && count < Object.keys(sent).length) {
      const again = await this.call(base, right, false);
      if (again.ok) await this.taken(right, { ...again.data, state: again.data.state as StudioState });
      this.timers.stop('server');
    }
    const why = answer.why === 'conflict' ? 'failed' : answer.why;
    this.set({ status: { is: 'problem', why, details: answer.details } });
    await this.keep();
    if (mayPass.includes(why)) this.timers.restart('retry', () => void this.save(isManual));
    return false;
  }

  /** Both texts are shown; nothing is sent until one is chosen. */
  private async meet(from: number, theirs: Base, name: string): Promise<void> {
    const { base } = this.snapshot;
    const { calls, props } = this.needs;
    const known = base.revision === from ? base : null;
    const read = known ? null : await calls.revision(props.kind, base.id!, from);
    const start = known ?? (read?.ok ? read.data : null);
    this.set({
      conflict: { from, theirs, name, base: start && { fields: start.fields, body: start.body } },
      status: { is: 'onPhone' },
    });
    await this.keep();
  }

  /** See `settle` for what each choice keeps. */
  async resolve(choice: Choice): Promise<void> {
    const { conflict, changes } = this.snapshot;
    if (!conflict) return;
    const { mine, clashes } = settle(conflict, changes, choice);
    this.forget();
    this.set({ base: conflict.theirs, conflict: null });
    const next = this.onlyChanges(mine);
    this.showChanges(next, clashes);
    await this.keep();
    if (choice !== 'both') await this.save(true);
  }

  private showChanges(changes: Fields, clashes: number | null): void {
    this.set({ changes, clashes, isRestored: false, status: statusOf(changes), shown: this.snapshot.shown + 1 });
  }

  /** Gives up what is only on this device. */
  async dropMine(): Promise<void> {
    this.forget();
    this.set({ conflict: null });
    this.showChanges({}, null);
    await this.keep();
  }

  /** The whole text was changed somewhere else on the page than in its field. */
  showAgain(): void {
    this.set({ shown: this.snapshot.shown + 1 });
  }

  /** After an act: what the studio says of the piece now. @param mayReplace also what the unsaved changes began from */
  async refresh(mayReplace = false): Promise<void> {
    const { id } = this.snapshot.base;
    if (id === null) return;
    const answer = await this.needs.calls.read(this.needs.props.kind, id);
    const { base } = this.snapshot;
    // Read before a save that was answered first.
    if (!answer.ok || answer.data.revision < base.revision) return;
    const { fields, body, revision, state, live, at, canonicalUrl, problems } = answer.data;
    const isNewer = revision !== base.revision;
    // A revision of somebody else is met when saving, not put below what is being typed.
    if (isNewer && this.isChanged && !mayReplace) return;
    const now = { revision, state, live, at, canonicalUrl, problems };
    this.set({
      base: { ...base, ...now, ...(isNewer ? { fields, body: body ?? '' } : {}) },
      shown: this.snapshot.shown + (isNewer ? 1 : 0),
    });
  }

  /** The page may be gone any moment. */
  leave(): void {
    if (!this.isChanged) return;
    if (savesItself.includes(this.snapshot.base.state)) void this.save(false, true);
    void this.keep();
    // With what has just been sent: the next page must know that save as its own.
    this.needs.drafts.leave(this.entry());
  }

  /** The network is back, or the person is. */
  retry(): void {
    const { status } = this.snapshot;
    if (status.is === 'problem' && status.why !== 'invalid') void this.save(false);
  }
}

const most = 3;

/** Sent without an answer so far: the studio may have it all the same. */
const withSent = (unanswered: Fields[], sent: Fields): Fields[] =>
  [...unanswered.filter((one) => !same(one, sent)), sent].slice(-most);

/** Which of them the studio took, where nobody else has saved since. */
function takenOf(unanswered: Fields[], from: number, theirs: Base): Fields | null {
  if (theirs.revision !== from + 1) return null;
  return unanswered.findLast((sent) => isIn(sent, theirs)) ?? null;
}

const isIn = (sent: Fields, theirs: Base): boolean =>
  Object.entries(sent).every(([name, value]) => same(value, valueIn(theirs, name)));

/** What this device has saved or sent, to tell its own revisions from those of somebody else. */
class OwnSaves {
  private unanswered: Fields[] = [];
  /** This device's revision that the page does not have, as the studio did not answer; what was changed since. */
  private reached: { revision: number; names: ReadonlySet<string> } | null = null;

  /** @param stored of an earlier page @param typed on this one's text before it was read */
  goOnFrom(stored: Pick<DeviceDraft, 'base' | 'changes' | 'unanswered'>, { revision }: Base, typed: Fields): void {
    const sent = stored.unanswered ?? [];
    if (stored.base === revision) this.unanswered = sent;
    if (stored.base <= revision) return;
    // The page is still the older one, so what was taken back looks like no change: it is kept like one.
    this.unanswered = withSent(sent, stored.changes);
    const names = Object.keys(stored.changes).filter((name) => !(name in typed));
    this.reached = { revision: stored.base, names: new Set(names) };
  }

  noteSent(sent: Fields): void {
    this.unanswered = withSent(this.unanswered, sent);
  }

  /** A value that was sent and then taken back is one: the studio may have what was sent. */
  changesOf(base: Base, typed: Fields, begun: Fields | null): Fields {
    const sent = [...this.unanswered, begun ?? {}];
    const isChange = (name: string, value: unknown) =>
      !same(value, valueIn(base, name)) || sent.some((fields) => name in fields);
    return Object.fromEntries(Object.entries(typed).filter(([name, value]) => isChange(name, value)));
  }

  forget(): void {
    this.unanswered = [];
    this.reached = null;
  }

  /** The revision from which the changes began: the page's, once one of them was typed on its older text. */
  startOf({ revision }: Pick<Base, 'revision'>, changes: Fields): number {
    const { reached } = this;
    if (!reached || reached.revision < revision) return revision;
    return Object.keys(changes).every((name) => reached.names.has(name)) ? reached.revision : revision;
  }

  /** What the next page may take for sent from the revision `start`. */
  unansweredFrom(start: number): Fields[] {
    return this.reached && start < this.reached.revision ? [] : this.unanswered;
  }

  /**
   * What of the changes a newer revision has, where it is this device's own. @param sent the changes as they were sent
   * @returns null where it is somebody else's, or has another text than the one on which a change was typed
   */
  ownIn(theirs: Base, base: Base, sent: Fields, changes: Fields): Fields | null {
    const { reached } = this;
    const last = Math.max(base.revision, reached?.revision ?? 0);
    const lost = takenOf(this.unanswered, last, theirs) ?? (theirs.revision === reached?.revision ? {} : null);
    const own = isIn(sent, theirs) ? sent : lost;
    const isOlder = (name: string) => !same(valueIn(base, name), valueIn(theirs, name));
    const isKnown = (name: string) => own !== null && (name in own || reached?.names.has(name) === true);
    return Object.keys(changes).some((name) => !isKnown(name) && isOlder(name)) ? null : own;
  }
}
