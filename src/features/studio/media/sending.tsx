import { useEffect, useRef, useState } from 'react';
import { studioEditor } from '../../../messages/studio-editor.ts';
import { studioMedia as words } from '../../../messages/studio-media.ts';
import { Changing } from '../../../ui/changing.tsx';
import type { StudioCalls } from '../editor/studio-calls.ts';
import { type MediaWords, sendFile, type Sending, type SendProblem, type SendState } from './send-file.ts';

type State = SendState | { at: 'ready' } | { at: 'sent' } | { at: 'refused'; message: string };
export type SendingState = ReturnType<typeof useSending>;

const wordsOf = ({ message, why }: SendProblem): string => {
  if (why === 'busy' && message === '') return words.tooManyOpen;
  return message || studioEditor.why[why === 'conflict' ? 'failed' : why];
};

/** One file on its way to the studio. */
export function useSending(calls: StudioCalls) {
  const [state, setState] = useState<State>({ at: 'ready' });
  const sending = useRef<Sending | null>(null);
  // Whoever leaves the page goes on later.
  useEffect(() => () => sending.current?.pause(), []);
  return {
    state,
    isBusy: ['sending', 'paused', 'waiting'].includes(state.at),
    pause: () => sending.current?.pause(),
    goOn: () => sending.current?.goOn(),
    stop: async () => {
      await sending.current?.stop();
      setState({ at: 'ready' });
    },
    refuse: (message: string) => setState({ at: 'refused', message }),
    send(file: File, given: MediaWords, onSent: (path: string) => void) {
      sending.current?.leave();
      sending.current = sendFile(calls, file, given, {
        onState: setState,
        onProblem: (problem) => setState({ at: 'refused', message: wordsOf(problem) }),
        onSent({ path }) {
          setState({ at: 'sent' });
          onSent(path);
        },
      });
    },
  };
}

/** How far it is. The live region speaks when something changes, not at each percent. */
export function SendingBar({ sending }: { sending: SendingState }) {
  const { state } = sending;
  const isUnderWay = 'percent' in state;
  return (
    <div className="studio-sending">
      {isUnderWay && (
        <>
          <progress max={100} value={state.percent} aria-label={words.send} />
          {state.at === 'sending' && <Changing text={words.sending(state.percent)} />}
        </>
      )}
      <div role="status" className={state.at === 'refused' ? 'err' : undefined}>
        {state.at === 'refused' && <Changing text={state.message} />}
        {state.at === 'sent' && <Changing text={words.sent} />}
        {state.at === 'paused' && <Changing text={words.paused(state.percent)} />}
        {state.at === 'waiting' && <Changing text={words.waiting(state.percent)} />}
      </div>
      {isUnderWay && (
        <div className="studio-row">
          {state.at === 'sending' ? (
            <button key="pause" type="button" className="btn ghost" onClick={sending.pause}>
              {words.pause}
            </button>
          ) : (
            <button key="on" type="button" className="btn" onClick={sending.goOn}>
              {words.goOn}
            </button>
          )}
          <button type="button" className="btn ghost" onClick={() => void sending.stop()}>
            {words.stop}
          </button>
        </div>
      )}
    </div>
  );
}
