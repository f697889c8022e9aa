import { type DeviceDrafts, keyOf, type Kept } from './device-drafts.ts';
import type { EditorProps, Fields } from './editor-props.ts';
import { OwnSaves } from './own-saves.ts';
import { type Snapshot, valueOf } from './piece-snapshot.ts';

export type DraftNeeds = {
  drafts: DeviceDrafts;
  props: Pick<EditorProps, 'person' | 'kind' | 'titleField'>;
  /** Names a new piece on this device. */
  local: string;
};
type Page = { read(): Snapshot; set(next: Partial<Snapshot>): void };

/** What this device has of a piece and the studio may not. */
export class KeptDraft {
  /** A new piece that was sent without an answer so far. */
  begun: Fields | null = null;
  readonly own = new OwnSaves();
  private readonly needs: DraftNeeds;
  private readonly page: Page;

  constructor(needs: DraftNeeds, page: Page) {
    this.needs = needs;
    this.page = page;
  }

  get key(): string {
    const { person, kind } = this.needs.props;
    return keyOf(person, kind, this.page.read().base.id ?? this.needs.local);
  }

  get isEmpty(): boolean {
    return Object.keys(this.page.read().changes).length === 0 && this.begun === null;
  }

  forget(): void {
    this.begun = null;
    this.own.forget();
  }

  async keep(): Promise<void> {
    const { drafts } = this.needs;
    if (this.isEmpty) return drafts.remove(this.key);
    const { status, changes } = this.page.read();
    const isKept = await drafts.write(this.entry());
    this.page.set({ keepsNothing: !isKept });
    const now = this.page.read();
    // Letters typed during the write are not on the phone yet.
    if (isKept && status.is === 'typing' && now.status.is === 'typing' && now.changes === changes)
      this.page.set({ status: { is: 'onPhone' } });
  }

  entry(): Kept {
    const snapshot = this.page.read();
    const { base, changes, conflict } = snapshot;
    const { person, kind, titleField } = this.needs.props;
    // As long as nothing was chosen: otherwise the next page would not meet the other text.
    const start = conflict?.from ?? this.own.startOf(base, changes);
    return {
      key: this.key,
      person,
      kind,
      id: base.id,
      local: this.needs.local,
      base: start,
      changes,
      title: String(valueOf(snapshot, titleField) ?? ''),
      at: Date.now(),
      begun: this.begun,
      unanswered: this.own.unansweredFrom(start),
    };
  }
}
