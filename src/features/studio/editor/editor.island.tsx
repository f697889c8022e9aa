import { startReact } from '../../../islands/react-island.tsx';
import { PieceEditor } from './piece-editor.tsx';

/** The editor of one piece. */
export const start = (element: HTMLElement, props: object): void => startReact(element, PieceEditor as never, props);
