import type { DeviceDraft } from './device-drafts.ts';
import type { Fields } from './editor-props.ts';
import { type Base, same, valueIn } from './piece-snapshot.ts';

const most = 3;

/** Sent without an answer so far: the studio may have it all the same. */
const withSent = (unanswered: Fields[], sent: Fields): Fields[] =>
  [...unanswered.filter((one) => !same(one, sent)), sent].slice(-most);

/** Which of them the studio took, where nobody else has saved since. */
export function takenOf(unanswered: Fields[], from: number, theirs: Base): Fields | null {
  if (theirs.revision !== from + 1) return null;
  return unanswered.findLast((sent) => isIn(sent, theirs)) ?? null;
}

const isIn = (sent: Fields, theirs: Base): boolean =>
  Object.entries(sent).every(([name, value]) => same(value, valueIn(theirs, name)));

/** What this device has saved or sent, to tell its own revisions from those of somebody else. */
export class OwnSaves {
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
