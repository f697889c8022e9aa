import type * as source from '../visitor.ts';

export const visitor = {
  account: (name) => (name === '' ? 'आपका अकाउंट' : `आपका अकाउंट, ${name}`),
  unread: (value) => (value === 0 ? 'सब पढ़ लिया' : `${value >= 100 ? '99+' : value} बिना पढ़ी`),
} satisfies typeof source.visitor;
