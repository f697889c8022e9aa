import { createContext, use } from 'react';
import type { EditorProps } from './editor-props.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import type { StudioCalls } from './studio-calls.ts';

export type Editing = {
  saver: PieceSaver;
  /** What the saver has now: a change of it renders whoever asks. */
  now: Snapshot;
  calls: StudioCalls;
  props: EditorProps;
};

/** The piece that is open; whether it may be changed here says `MayWrite`. */
export const EditorContext = createContext<Editing | null>(null);
export const useEditor = (): Editing => use(EditorContext)!;
