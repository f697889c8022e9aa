import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { makeQueries } from '../platform/browser/queries.ts';

/** As an island renders it: with a cache of queries, here an empty one. */
export const withQueries = (node: ReactNode) => (
  <QueryClientProvider client={makeQueries()}>{node}</QueryClientProvider>
);
