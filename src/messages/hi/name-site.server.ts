import type * as source from '../name-site.server.ts';

export const product = { name: 'नागरिक' } satisfies typeof source.product;
