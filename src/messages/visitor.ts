import { catalogue } from './catalogue.ts';

// Separate from en.ts: every page of a signed-in visitor loads these.

export const visitor = catalogue({
  account: (name: string) => (name === '' ? 'Your account' : `Your account, ${name}`),
  unread: (value: number) => (value === 0 ? 'All read' : `${value >= 100 ? '99+' : value} unread`),
});
