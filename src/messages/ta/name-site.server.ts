import type * as source from '../name-site.server.ts';

export const product = { name: 'நாகரிக்' } satisfies typeof source.product;
