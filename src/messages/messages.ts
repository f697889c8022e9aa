import { catalogue } from './catalogue.ts';
import { en } from './en.ts';

export type Messages = typeof en;

/** Messages shared by many pages, in the current language. */
export const t: Messages = catalogue(en);
