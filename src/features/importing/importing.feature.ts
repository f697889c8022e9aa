import type { Feature } from '../../platform/feature.ts';
import { describeError } from '../../platform/observe/describe-error.server.ts';
import { forgetExports } from './desk/import-jobs.server.ts';
import { importsDeskApi } from './desk/imports-desk.api.server.ts';
import { keepRunningImportJobs } from './desk/run-job.server.ts';
import { sweepImportRuns } from './runs/import-runs.server.ts';

export const feature: Feature = {
  level: 6,
  api: [importsDeskApi],
  sweeps: {
    exports: (services) => forgetExports(services),
    'import runs': ({ connection }) => sweepImportRuns(connection.db),
  },
  work: [
    ({ services, log }) =>
      keepRunningImportJobs(services, (error) =>
        log.error({ err: describeError(error) }, 'an import of the studio failed'),
      ),
  ],
};
