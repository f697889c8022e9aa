import { startReact } from '../islands/react-island.tsx';
import { SignedIn } from './signed-in.tsx';

/** The signed-in user's parts of a page; loaded only where the hint cookie says that somebody is signed in. */
export const start = (element: HTMLElement, props: object): void => startReact(element, SignedIn, props);
