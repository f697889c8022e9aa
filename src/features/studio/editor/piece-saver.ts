import type { StudioState } from '../../../database/schema.ts';
import type { EditorProps, Fields, Problem } from './editor-props.ts';
import { type DeviceDrafts, keyOf, type DeviceDraft } from './device-drafts.ts';
import { OwnSaves, takenOf } from './own-saves.ts';
import {
  baseAfter,
  baseOf,
  type Base,
  type Choice,
  hash,
  settle,
  type Snapshot,
  type Status,
  startOf,
  valueOf,
  withoutWrong,
} from './piece-snapshot.ts';
import type { Answer, Refusal, Standing, StudioCalls, Why } from './studio-calls.ts';

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
  private snapshot: Snapshot;
  private readonly listeners = new Set<() => void>();
  private saving: Promise<boolean> | null = null;
  private readonly timers = new SaveTimers();
  private readonly own = new OwnSaves();
  /** A new piece that was sent without an answer so far. */
  private begun: Fields | null = null;
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
    this.snapshot = startOf(needs.props.open);
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  read = (): Snapshot => this.snapshot;

  private set(next: Partial<Snapshot>): void {
    this.snapshot = { ...this.snapshot, ...next };
    for (const listener of this.listeners) listener();
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
