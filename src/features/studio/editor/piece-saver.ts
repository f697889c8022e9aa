import type { StudioState } from '../../../database/schema.ts';
import type { EditorProps, Fields, Problem } from './editor-props.ts';
import { type DraftNeeds, KeptDraft } from './kept-draft.ts';
import { takenOf } from './own-saves.ts';
import {
  baseAfter,
  baseOf,
  type Base,
  type Choice,
  hash,
  settle,
  type Snapshot,
  startOf,
  valueOf,
  withoutWrong,
} from './piece-snapshot.ts';
import { SaveTimers } from './save-timers.ts';
import type { Answer, Refusal, Standing, StudioCalls, Why } from './studio-calls.ts';

type Needs = DraftNeeds & {
  calls: StudioCalls;
  props: Pick<EditorProps, 'open' | 'startLang'>;
  onBegun(id: number): void;
  /** The new piece of this address was begun before. */
  onMoved(id: number): void;
};

type Taken = { id: number; revision: number; state: StudioState; problems?: Problem[] | undefined };

/** Where a change takes nothing away from anybody: elsewhere it would end an approval or a schedule unasked. */
const savesItself: readonly StudioState[] = ['draft', 'changes_requested', 'unpublished', 'live'];
const mayPass: readonly Why[] = ['offline', 'busy', 'failed'];

/** Fields and text of one piece: kept on the device at each pause, sent with the revision that they started from. */
export class PieceSaver {
  private snapshot: Snapshot;
  private readonly listeners = new Set<() => void>();
  private saving: Promise<boolean> | null = null;
  private readonly draft: KeptDraft;
  private readonly timers = new SaveTimers();
  private readonly needs: Needs;

  constructor(needs: Needs) {
    this.needs = needs;
    this.snapshot = startOf(needs.props.open);
    this.draft = new KeptDraft(needs, { read: this.read, set: (next) => this.set(next) });
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
    const kept = await this.needs.drafts.read(this.draft.key);
    if (!kept) return;
    if (kept.id !== null && this.snapshot.base.id === null) return this.needs.onMoved(kept.id);
    this.draft.begun = kept.begun;
    // This page was read before a save whose answer the last one still had.
    if (kept.base > this.snapshot.base.revision) await this.refresh(true);
    const { base, changes: typed } = this.snapshot;
    this.draft.own.goOnFrom(kept, base, typed);
    // Typed while it was read: that is newer, field by field.
    const changes = this.onlyChanges({ ...kept.changes, ...typed });
    if (Object.keys(changes).length === 0 && this.draft.begun === null)
      return void this.needs.drafts.remove(this.draft.key);
    this.set({ changes, isRestored: true, status: { is: 'onPhone' }, shown: this.snapshot.shown + 1 });
    const isOthers = base.id !== null && kept.base < base.revision && !takenOf(kept.unanswered ?? [], kept.base, base);
    if (isOthers) await this.meet(kept.base, base, this.needs.props.open?.updatedByName ?? '');
    else if (savesItself.includes(base.state)) this.later('server');
  }

  change(name: string, value: unknown): void {
    const { changes } = this.snapshot;
    const next = this.onlyChanges({ ...changes, [name]: value ?? null });
    this.set({ changes: next, status: Object.keys(next).length === 0 ? { is: 'clean' } : { is: 'typing' } });
    this.later('device');
    if (savesItself.includes(this.snapshot.base.state)) this.later('server');
  }

  private onlyChanges(changes: Fields): Fields {
    const { own, begun } = this.draft;
    return own.changesOf(this.snapshot.base, changes, begun);
  }

  private later(what: 'device' | 'server'): void {
    this.timers.restart(what, () => void (what === 'device' ? this.keep() : this.save(false)));
  }

  /** Keeps what is not in the studio on this device. */
  async keep(): Promise<void> {
    this.timers.stop('device');
    await this.draft.keep();
  }

  /**
   * Sends what has changed. One call at a time: what is typed meanwhile goes with the next one.
   * @returns whether everything is in the studio
   */
  async save(isAsked: boolean, isLast = false): Promise<boolean> {
    this.timers.stop('server');
    this.timers.stop('retry');
    while (this.saving) await this.saving;
    if (this.snapshot.conflict) return false;
    if (this.draft.isEmpty) return true;
    this.saving = this.send(isAsked, isLast);
    try {
      return await this.saving;
    } finally {
      this.saving = null;
    }
  }

  private async send(isAsked: boolean, isLast: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    const { startLang } = this.needs.props;
    const isNew = base.id === null;
    if (isNew && this.draft.begun === null) {
      const written = Object.entries(this.snapshot.changes).filter(([, value]) => value !== null);
      this.draft.begun = { ...(startLang && { lang: startLang }), ...Object.fromEntries(written) };
      await this.keep();
    }
    const sent = isNew ? this.draft.begun! : this.snapshot.changes;
    this.set({ status: { is: 'saving' } });
    if (!isNew) {
      this.draft.own.noteSent(sent);
      // Known on the device before the studio has it; a page that closes cannot wait.
      const keeping = this.keep();
      if (!isLast) await keeping;
    }
    const answer = await this.call(base, sent, isLast);
    if (answer.ok) return this.taken(sent, { ...answer.data, state: answer.data.state as StudioState });
    return this.refused(answer, sent, isAsked);
  }

  private call({ id, revision }: Base, fields: Fields, isLast: boolean): Promise<Answer<Standing>> {
    const { calls, local, props } = this.needs;
    return id === null
      ? calls.begin(props.kind, fields, `${local}-${hash(fields)}`)
      : calls.change(props.kind, id, revision, fields, isLast);
  }

  private async taken(sent: Fields, standing: Taken, base = this.snapshot.base): Promise<boolean> {
    const isNew = this.snapshot.base.id === null;
    const oldKey = this.draft.key;
    const next = baseAfter(base, sent, standing);
    this.draft.forget();
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
      await this.needs.drafts.write({ ...this.draft.entry(), key: oldKey, changes: {} });
      this.needs.onBegun(standing.id);
    }
    if (this.isChanged) this.later('server');
    if (next.problems.length < base.problems.length || (standing.problems ?? []).length > 0) void this.refresh();
    return !this.isChanged;
  }

  private async refused(answer: Refusal, sent: Fields, isAsked: boolean): Promise<boolean> {
    const { base } = this.snapshot;
    if (answer.why === 'conflict' && answer.current && base.id !== null) {
      const theirs = baseOf(base, answer.current);
      // Saved before, and only the answer was lost.
      const own = this.draft.own.ownIn(theirs, base, sent, this.snapshot.changes);
      if (own) return this.taken(own, { id: base.id, revision: theirs.revision, state: theirs.state }, theirs);
      await this.meet(this.draft.own.startOf(base, this.snapshot.changes), theirs, answer.current.updatedByName);
      return false;
    }
    // One field with a mistake must not hold back the text.
    const right = withoutWrong(sent, answer.details);
    if (answer.why === 'invalid' && base.id === null) this.draft.begun = null;
    const count = Object.keys(right).length;
    if (answer.why === 'invalid' && count > 0 && count < Object.keys(sent).length) {
      const again = await this.call(base, right, false);
      if (again.ok) await this.taken(right, { ...again.data, state: again.data.state as StudioState });
      this.timers.stop('server');
    }
    const why = answer.why === 'conflict' ? 'failed' : answer.why;
    this.set({ status: { is: 'problem', why, details: answer.details } });
    await this.keep();
    if (mayPass.includes(why)) this.timers.restart('retry', () => void this.save(isAsked));
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
    this.draft.forget();
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
    this.draft.forget();
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
    this.needs.drafts.leave(this.draft.entry());
  }

  /** The network is back, or the person is. */
  retry(): void {
    const { status } = this.snapshot;
    if (status.is === 'problem' && status.why !== 'invalid') void this.save(false);
  }
}
