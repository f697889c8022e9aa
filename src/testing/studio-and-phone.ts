import type { DeviceDrafts, DeviceDraft } from '../features/studio/editor/device-drafts.ts';
import type { Fields, OpenPiece, Problem } from '../features/studio/editor/editor-props.ts';
import { PieceSaver } from '../features/studio/editor/piece-saver.ts';
import type { Refusal, StudioCalls } from '../features/studio/editor/studio-calls.ts';

type Stored = { revision: number; fields: Fields; body: string };
const offline: Refusal = { ok: false, why: 'offline', code: '', message: '', details: [] };

/** A studio that keeps what it takes, and may lose the answer; and a phone. */
export function studioAndPhone() {
  const studio: Stored = { revision: 1, fields: { title: 'Ration' }, body: 'One' };
  let problems: Problem[] = [];
  const phone = new Map<string, DeviceDraft>();
  const revisions = new Map<number, Pick<Stored, 'fields' | 'body'>>();
  let onAnswer: () => Promise<void> | void = () => {};
  let isAnswerLost = false;
  let isPhoneSlow = false;
  let isOffline = false;
  let pendingRead: PromiseWithResolvers<unknown> | null = null;
  const opened: string[] = [];
  const copy = () => ({ ...studio, id: 7, state: 'draft', live: null, at: null, problems, updatedByName: 'Asha' });
  const calls = {
    change: async (_kind: string, id: number, baseRevision: number, { body, ...fields }: Fields) => {
      revisions.set(studio.revision, { fields: studio.fields, body: studio.body });
      if (baseRevision !== studio.revision)
        return { ok: false, why: 'conflict', code: 'conflict', message: '', details: [], current: copy() };
      Object.assign(studio, { revision: studio.revision + 1, fields: { ...studio.fields, ...fields } });
      if (typeof body === 'string') studio.body = body;
      await onAnswer();
      return isAnswerLost ? offline : { ok: true, data: { id, revision: studio.revision, state: 'draft' } };
    },
    begin: async (_kind: string, { body, ...fields }: Fields) => {
      Object.assign(studio, { revision: 1, fields, body: String(body ?? '') });
      await onAnswer();
      return { ok: true, data: { id: 7, revision: 1, state: 'draft' } };
    },
    read: async () => (isOffline ? offline : { ok: true, data: pendingRead ? await pendingRead.promise : copy() }),
    revision: async (_kind: string, _id: number, number: number) => ({
      ok: true,
      data: revisions.get(number) ?? { fields: { title: 'Ration' }, body: 'One' },
    }),
  } as unknown as StudioCalls;
  const drafts: DeviceDrafts = {
    read: async (key) => structuredClone(phone.get(key) ?? null),
    write: (draft) =>
      isPhoneSlow ? new Promise(() => {}) : Promise.resolve(!!phone.set(draft.key, structuredClone(draft))),
    leave: (draft) => void phone.set(draft.key, structuredClone(draft)),
    remove: async (key) => void phone.delete(key),
    list: async () => [...phone.values()],
  };
  const open = () => ({ ...copy(), key: 'ration', mayWrite: true, hasWritten: true }) as unknown as OpenPiece;
  const saver = (isNew = false, startLang?: 'hi') =>
    new PieceSaver({
      calls,
      drafts,
      props: {
        person: 'asha',
        kind: 'articles',
        titleField: 'title',
        open: isNew ? null : open(),
        ...(startLang && { startLang }),
      },
      local: isNew ? 'a-new-piece' : '',
      onBegun: (id) => void opened.push(`begun ${id}, phone: ${[...phone.keys()].join('; ')}`),
      onMoved: (id) => void opened.push(`moved ${id}`),
    });
  return {
    studio,
    phone,
    opened,
    saver,
    /** As somebody else, on the newest revision. */
    saveElsewhere: (fields: Fields) => calls.change('articles', 7, studio.revision, fields, false),
    /** @returns what answers the next reading */
    holdRead: () => (pendingRead = Promise.withResolvers<unknown>()),
    set isAnswerLost(value: boolean) {
      isAnswerLost = value;
    },
    /** The page is gone before the phone has kept anything more. */
    set isPhoneSlow(value: boolean) {
      isPhoneSlow = value;
    },
    set isOffline(value: boolean) {
      isOffline = value;
    },
    set problems(value: Problem[]) {
      problems = value;
    },
    set onAnswer(value: () => Promise<void> | void) {
      onAnswer = value;
    },
  };
}
