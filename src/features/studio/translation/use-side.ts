import { useCallback, useEffect, useRef, useState } from 'react';
import { shownText, storedText } from '../editor/keep-bytes.ts';
import type { PieceSaver } from '../editor/piece-saver.ts';
import type { Snapshot } from '../editor/piece-snapshot.ts';
import type { StudioCalls } from '../editor/studio-calls.ts';
import type { Paragraphs } from './paragraphs.contract.ts';
import { blocksOfRow, bodyOf, pairsOf, type Side, sideOf, withWords } from './side-rows.ts';

type State = { is: 'loading' | 'failed' | 'unsaved' } | { is: 'here'; side: Side; isRefused: boolean };
type Needs = { saver: PieceSaver; now: Snapshot; calls: StudioCalls; kind: string; mayWrite: boolean };

/** Both texts, kept together with what the editor saves. */
export function useSide({ saver, now, calls, kind, mayWrite }: Needs) {
  const [state, setState] = useState<State>({ is: 'loading' });
  const isTouched = useRef(false);
  const { id, revision } = now.base;
  const path = `/${kind}/${id}/paragraphs`;

  const load = useCallback(async (): Promise<State> => {
    if (saver.isChanged && !(await saver.save(true))) return { is: 'unsaved' };
    const answer = await calls.call<Paragraphs>(path);
    if (!answer.ok) return { is: 'failed' };
    return { is: 'here', side: sideOf(answer.data, shownText(saver.read().base.body)), isRefused: false };
  }, [saver, calls, path]);
  useEffect(() => void load().then(setState), [load]);
  // The field of the whole text is not controlled: it learns of rows when they are left.
  useEffect(() => () => void (isTouched.current && saver.showAgain()), [saver]);

  const say = useCallback(
    async (side: Side, said: { right?: number[]; leftOut?: number[]; rightFields?: string[] }) => {
      const { told } = side;
      const answer = await calls.call<Paragraphs>(path, {
        method: 'POST',
        body: {
          revision: saver.read().base.revision,
          originalRevision: told.original!.revision,
          pairs: pairsOf(side) ?? [],
          ...said,
        },
      });
      return (before: State): State => {
        if (before.is !== 'here') return before;
        if (!answer.ok) return { ...before, isRefused: true };
        // Typed meanwhile: the next save brings rows and text together.
        const isSame = bodyOf(before.side) === shownText(saver.read().base.body);
        return isSame
          ? { is: 'here', side: sideOf(answer.data, bodyOf(before.side)), isRefused: false }
          : { ...before, side: { ...before.side, told: answer.data }, isRefused: false };
      };
    },
    [calls, path, saver],
  );

  const side = state.is === 'here' ? state.side : null;
  const isSaved = now.status.is === 'clean' && now.conflict === null;
  useEffect(() => {
    if (!side || !isSaved || side.told.original === null || side.told.revision === revision) return;
    if (bodyOf(side) !== shownText(saver.read().base.body)) void load().then(setState);
    else if (mayWrite) void say(side, {}).then(setState);
  }, [side, isSaved, revision, mayWrite, load, say, saver]);

  const reload = () => {
    setState({ is: 'loading' });
    void load().then(setState);
  };
  const change = (key: string, words: string) => {
    if (!side) return;
    isTouched.current = true;
    const next = withWords(side, key, words);
    setState({ is: 'here', side: next, isRefused: false });
    saver.change('body', storedText(saver.read().base.body, bodyOf(next)));
  };
  const confirmRow = async (key: string, what: 'right' | 'leftOut') => {
    if (!side || (saver.isChanged && !(await saver.save(true)))) return;
    const row = side.rows.find((one) => one.key === key)!;
    setState(await say(side, what === 'right' ? { right: blocksOfRow(side, key) } : { leftOut: [row.original!] }));
  };
  const changeField = (name: string, words: string) => {
    isTouched.current = true;
    saver.change(name, words === '' && name !== 'title' ? null : words);
  };
  const confirmField = async (name: string) => {
    if (!side || (saver.isChanged && !(await saver.save(true)))) return;
    setState(await say(side, { rightFields: [name] }));
  };
  const confirmWhole = async () => {
    if (side) setState(await say(side, {}));
  };
  return { state, reload, change, changeField, confirmRow, confirmField, confirmWhole };
}
