import type { Feature } from '../../platform/feature.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { completeIndex } from './complete-index.server.ts';
import { searchApi } from './search.api.server.ts';

export const feature: Feature = {
  level: 4,
  api: [searchApi],
  work: [
    ({ services: { connection }, log, signal }) => {
      const completing = completeIndex(connection, signal).catch((error) =>
        log.error({ err: describeError(error) }, 'the search index is not complete'),
      );
      return () => completing;
    },
  ],
};
