import { catalogue } from './catalogue.ts';

// Separate from schemes.ts: every page with a 'Save' button loads these.

export const saving = catalogue({
  save: 'Save',
  saved: 'Saved',
  saveOf: (name: string) => `Save: ${name}`,
  didSave: 'Saved.',
  didRemove: 'Removed from your list.',
  seeList: 'See list',
  notKept: 'Not saved. This browser keeps nothing for this site, or its storage is full.',
  notSent: 'No response received from server. What you wrote is still here. Try again when you have internet.',
  notLoaded: 'Not saved. Check your internet connection and try again.',
});
