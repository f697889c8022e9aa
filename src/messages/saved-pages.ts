import { catalogue } from './catalogue.ts';

// Separate from saving.ts and cart.ts: only what saves and lists pages loads these.

export const savedPages = catalogue({
  heading: 'Pages on this device',
  note: 'They open without internet too. Only a video needs it to play.',
  full: (most: number) =>
    `Not saved. You have saved ${most} pages, which is the most. Remove one from your list first.`,
});
