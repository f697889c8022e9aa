import { en } from './en.ts';

export type Messages = typeof en;

/** Every sentence of the product, in the language of the build: English now, Hindi by the same type. */
export const t: Messages = en;
