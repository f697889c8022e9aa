import type { Feature } from '../../platform/feature.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { completeSoundIndexes } from './sound-index.ts';

export const feature: Feature = {
  level: 0,
  work: [
    // The first search would compute them all at once.
    ({ log, signal }) => {
      const completing = completeSoundIndexes({ signal }).catch((error) =>
        log.error({ err: describeError(error) }, 'the words of the search are not complete'),
      );
      return () => completing;
    },
  ],
};
