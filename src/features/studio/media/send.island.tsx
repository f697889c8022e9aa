import { startReact } from '../../../islands/react-island.tsx';
import { SendDesk } from './send-desk.tsx';

/** Sending files to the media desk. */
export const start = (element: HTMLElement, props: object): void => startReact(element, SendDesk as never, props);
