import { startReact } from '../../islands/react-island.tsx';
import { CartList } from './cart-list.tsx';

/** The cart of this device, above the form that works without script. */
export const start = (element: HTMLElement, props: object): void => startReact(element, CartList, props);
