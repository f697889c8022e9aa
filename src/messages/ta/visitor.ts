import type * as source from '../visitor.ts';

export const visitor = {
  account: (name) => (name === '' ? 'உங்கள் கணக்கு' : `உங்கள் கணக்கு, ${name}`),
  unread: (value) => (value === 0 ? 'எல்லாம் படித்தாயிற்று' : `${value >= 100 ? '99+' : value} படிக்காதவை`),
} satisfies typeof source.visitor;
