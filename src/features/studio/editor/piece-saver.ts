import type { StudioState } from '../../../database/schema.ts';
import { type DeviceDrafts, keyOf, type Kept } from './device-drafts.ts';
import { type EditorProps, fieldOf, type Fields, type Problem } from './editor-props.ts';
import { isIn, takenOf, withSent } from './own-saves.ts';
import { type Base, type Choice, hash, same, settle, type Snapshot, startOf, valueIn } from './piece-snapshot.ts';
import type { Current, Refusal, StudioCalls, Why } from './studio-calls.ts';

type Needs = {
  calls: StudioCalls;
  drafts: DeviceDrafts;
  props: Pick<EditorProps, 'person' | 'kind' | 'titleField' | 'open' | 'startLang'>;
  /** Names a new piece on this device. */
  local: string;
  onBegun(id: number): void;
  /** The new piece of this address was begun before. */
  onMoved(id: number): void;
};

const pauses = { device: 300, deviceMost: 1_000, server: 4_000, serverMost: 20_000, retry: 10_000 };
/** Where a change takes nothing away from anybody: elsewhere it would end an approval or a schedule unasked. */
const savesItself: readonly StudioState[] = ['draft', 'changes_requested', 'unpublished', 'live'];
const mayPass: readonly Why[] = ['offline', 'busy', 'failed'];

/** Fields and text of one piece: kept on the device at each pause, sent with the revision that they started from. */
export class PieceSaver {
  private snapshot: Snapshot;
  private readonly listeners = new Set<() => void>();
  private saving: Promise<boolean> | null = null;
  private begun: Fields | null = null;
  private unanswered: Fields[] = [];
  /** The revision from which the kept changes began, where the page is older and the studio did not answer. */
  private reached = 0;
  private local: string;
  private timers: Partial<Record<'device' | 'server' | 'retry', ReturnType<typeof setTimeout>>> = {};
  private since: { device: number | null; server: number | null } = { device: null, server: null };
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
    this.local = needs.local;
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

  private get key() {
    const { person, kind } = this.needs.props;
    return keyOf(person, kind, this.snapshot.base.id ?? this.local);
  }

  /** What the field holds now. */
  value(name: string): unknown {
    const { changes } = this.snapshot;
    return name in changes ? changes[name] : valueIn(this.snapshot.base, name);
  }

  get isChanged(): boolean {
    return Object.keys(this.snapshot.changes).length > 0;
  }

  /** What this device still has of an earlier visit. */
  async restore(): Promise<void> {
    const kept = await this.needs.drafts.read(this.key);
    if (!kept) return;
    if (kept.id !== null && this.snapshot.base.id === null) return this.needs.onMoved(kept.id);
    this.begun = kept.begun;
    // This page was read before a save whose answer the last one still had.
    if (kept.base > this.snapshot.base.revision) await this.refresh(true);
    const { base } = this.snapshot;
    const sent = kept.unanswered ?? [];
    if (kept.base === base.revision) this.unanswered = sent;
    // The page is still the older one, so what was taken back looks like no change: it is kept like one.
    if (kept.base > base.revision) {
      this.unanswered = withSent(sent, kept.changes);
      this.reached = kept.base;
    }
    // Typed while it was read: that is newer, field by field.
    const changes = this.onlyChanges({ ...kept.changes, ...this.snapshot.changes });
    if (Object.keys(changes).length === 0 && this.begun === null) return void this.needs.drafts.remove(this.key);
    this.set({ changes, isRestored: true, status: { is: 'onPhone' }, shown: this.snapshot.shown + 1 });
    const isOthers = base.id !== null && kept.base < base.revision && takenOf(sent, kept.base, base) === null;
    if (isOthers) await this.meet(kept.base, base, '');
    else if (savesItself.includes(base.state)) this.later('server');
  }

  change(name: string, value: unknown): void {
    const { changes } = this.snapshot;
    const next = this.onlyChanges({ ...changes, [name]: value ?? null });
    this.set({ changes: next, status: Object.keys(next).length === 0 ? { is: 'clean' } : { is: 'typing' } });
    this.later('device');
    if (savesItself.includes(this.snapshot.base.state)) this.later('server');
  }

  /** A value that was sent and then taken back is one: the studio may have what was sent. */
  private onlyChanges(changes: Fields): Fields {
    const sent = [...this.unanswered, this.begun ?? {}];
    return Object.fromEntries(
      Object.entries(changes).filter(
        ([name, value]) => !same(value, valueIn(this.snapshot.base, name)) || sent.some((fields) => name in fields),
      ),
    );
  }

  private later(what: 'device' | 'server'): void {
    const now = Date.now();
    this.since[what] ??= now;
    const most = what === 'device' ? pauses.deviceMost : pauses.serverMost;
    const wait = Math.max(0, Math.min(pauses[what], this.since[what] + most - now));
    clearTimeout(this.timers[what]);
    this.timers[what] = setTimeout(() => void (what === 'device' ? this.keep() : this.save(false)), wait);
  }

  /** Keeps what is not in the studio on this device. */
  async keep(): Promise<void> {
    clearTimeout(this.timers.device);
    this.since.device = null;
    const { status } = this.snapshot;
    if (!this.isChanged && this.begun === null) {
      await this.needs.drafts.remove(this.key);
      return;
    }
    const isKept = await this.needs.drafts.write(this.entry());
    this.set({ keepsNothing: !isKept });
    if (isKept && status.is === 'typing' && this.snapshot.status.is === 'typing')
      this.set({ status: { is: 'onPhone' } });
  }

  private entry(): Kept {
    const { base, changes, conflict } = this.snapshot;
    const { person, kind, titleField } = this.needs.props;
    return {
      key: this.key,
      person,
      kind,
      id: base.id,
      local: this.local,
      // As long as nothing was chosen: otherwise the next page would not meet the other text.
      base: conflict?.from ?? Math.max(base.revision, this.reached),
      changes,
      title: String(this.value(titleField) ?? ''),
      at: Date.now(),
      begun: this.begun,
      unanswered: this.unanswered,
    };
  }

  /**
   * Sends what has changed. One call at a time: what is typed meanwhile goes with the next one.
   * @returns whether everything is in the studio
   */
  async save(isAsked: boolean, isLast = false): Promise<boolean> {
    clearTimeout(this.timers.server);
    clearTimeout(this.timers.retry);
    this.since.server = null;
    while (this.saving) await this.saving;
    if (this.snapshot.conflict) return false;
    if (!this.isChanged && this.begun === null) return true;
    this.saving = this.send(isAsked, isLast);
    try {
      return await this.saving;
    } finally {
      this.saving = null;
    }
  }

  private async send(isAsked: boolean, isLast: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    const { kind, titleField } = this.needs.props;
    const isNew = base.id === null;
    const title = this.value(titleField);
    if (isNew && this.begun === null && (typeof title !== 'string' || title.trim() === '')) {
      if (isAsked) this.set({ status: { is: 'problem', why: 'title', details: [] } });
      return false;
    }
    if (isNew && this.begun === null) {
      const written = Object.entries(this.snapshot.changes).filter(([, value]) => value !== null);
      const { startLang } = this.needs.props;
      this.begun = { ...(startLang && { lang: startLang }), ...Object.fromEntries(written) };
      await this.keep();
    }
    const sent = isNew ? this.begun! : this.snapshot.changes;
    this.set({ status: { is: 'saving' } });
    if (!isNew) {
      this.unanswered = withSent(this.unanswered, sent);
      // Known on the device before the studio has it; a page that closes cannot wait.
      const keeping = this.keep();
      if (!isLast) await keeping;
    }
    const answer = isNew
      ? await this.needs.calls.begin(kind, sent, `${this.local}-${hash(sent)}`)
      : await this.needs.calls.change(kind, base.id!, base.revision, sent, isLast);
    if (answer.ok) return this.taken(sent, { ...answer.data, state: answer.data.state as StudioState });
    return this.refused(answer, sent, isAsked);
  }

  private async taken(
    sent: Fields,
    standing: { id: number; revision: number; state: StudioState },
    base = this.snapshot.base,
  ): Promise<boolean> {
    const isNew = this.snapshot.base.id === null;
    const oldKey = this.key;
    const { body, ...fields } = sent;
    const kept = Object.fromEntries(
      Object.entries({ ...base.fields, ...fields }).filter(([, value]) => value !== null),
    );
    const isOfSent = ({ path }: Problem) => Object.hasOwn(fields, fieldOf(path));
    const next: Base = {
      ...base,
      ...standing,
      problems: base.problems.filter((problem) => !isOfSent(problem)),
      fields: kept,
      body: typeof body === 'string' ? body : base.body,
      hasWritten: true,
    };
    this.begun = null;
    this.unanswered = [];
    this.set({ base: next });
    const changes = this.onlyChanges(this.snapshot.changes);
    this.set({
      changes,
      isRestored: false,
      clashes: null,
      status: Object.keys(changes).length === 0 ? { is: 'clean' } : { is: 'typing' },
    });
    await this.keep();
    // Last, so that what was typed meanwhile is never without an entry. A reload may be under way to the old address.
    if (isNew) {
      await this.needs.drafts.write({ ...this.entry(), key: oldKey, changes: {} });
      this.needs.onBegun(standing.id);
    }
    if (this.isChanged) this.later('server');
    if (base.problems.some(isOfSent)) void this.refresh();
    return !this.isChanged;
  }

  private async refused(answer: Refusal, sent: Fields, isAsked: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    if (answer.why === 'conflict' && answer.current && base.id !== null) {
      const theirs = this.fromCurrent(answer.current);
      // Saved before, and only the answer was lost.
      const known = takenOf(this.unanswered, base.revision, theirs) ?? (theirs.revision === this.reached ? {} : null);
      const own = isIn(sent, theirs) ? sent : known;
      if (own) return this.taken(own, { id: base.id, revision: theirs.revision, state: theirs.state }, theirs);
      await this.meet(base.revision, theirs, answer.current.updatedByName);
      return false;
    }
    // One field with a mistake must not hold back the text.
    const wrong = new Set(answer.details.map(({ path }) => fieldOf(path)));
    const right = Object.fromEntries(Object.entries(sent).filter(([name]) => !wrong.has(name)));
    if (answer.why === 'invalid' && base.id === null) this.begun = null;
    const isPart = answer.why === 'invalid' && wrong.size > 0 && Object.keys(right).length > 0;
    if (isPart && Object.keys(right).length < Object.keys(sent).length) {
      const { kind, titleField } = this.needs.props;
      if (base.id !== null || typeof right[titleField] === 'string') {
        const again =
          base.id === null
            ? await this.needs.calls.begin(kind, right, `${this.local}-${hash(right)}`)
            : await this.needs.calls.change(kind, base.id, base.revision, right, false);
        if (again.ok) await this.taken(right, { ...again.data, state: again.data.state as StudioState });
        clearTimeout(this.timers.server);
      }
    }
    const why = answer.why === 'conflict' ? 'failed' : answer.why;
    this.set({ status: { is: 'problem', why, details: answer.details } });
    await this.keep();
    if (mayPass.includes(why)) this.timers.retry = setTimeout(() => void this.save(isAsked), pauses.retry);
    return false;
  }

  private fromCurrent(current: Current): Base {
    const { base } = this.snapshot;
    const { fields, body, revision, state, live, at, problems } = current as unknown as Base;
    return { ...base, fields, body: body ?? '', revision, state, live, at, problems: problems ?? [] };
  }

  /** Both texts are shown; nothing is sent until one is chosen. */
  private async meet(from: number, theirs: Base, name: string): Promise<void> {
    const { base } = this.snapshot;
    const { kind } = this.needs.props;
    const known = base.revision === from ? base : null;
    const read = known ? null : await this.needs.calls.revision(kind, base.id!, from);
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
    this.unanswered = [];
    this.set({ base: conflict.theirs, conflict: null });
    const next = this.onlyChanges(mine);
    this.set({
      changes: next,
      clashes,
      isRestored: false,
      shown: this.snapshot.shown + 1,
      status: Object.keys(next).length === 0 ? { is: 'clean' } : { is: 'typing' },
    });
    await this.keep();
    if (choice !== 'both') await this.save(true);
  }

  /** Gives up what is only on this device. */
  async dropMine(): Promise<void> {
    this.begun = null;
    this.unanswered = [];
    this.set({
      changes: {},
      conflict: null,
      isRestored: false,
      clashes: null,
      shown: this.snapshot.shown + 1,
      status: { is: 'clean' },
    });
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
    const now = { revision, state: state as StudioState, live, at, canonicalUrl, problems };
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
    if (status.is === 'problem' && status.why !== 'invalid' && status.why !== 'title') void this.save(false);
  }
}
