import { catalogue } from './catalogue.ts';

// Separate from schemes.ts: every page with a 'Save' button loads these.

export const saving = catalogue({
  save: 'Save',
  saved: 'Saved',
  saveOf: (name: string) => `Save: ${name}`,
  didSave: 'Saved.',
  didRemove: 'Removed from your list.',
  seeList: 'See list',
});
