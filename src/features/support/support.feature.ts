import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { storeMonthReports } from './month-report.server.ts';
import { supportApi } from './support.api.server.ts';
import { sweepTickets, exportSupportOf, forgetSupportOf, moveSupport } from './support.queries.server.ts';
import { notifyClocks } from './notify-clocks.server.ts';

export const feature: Feature = {
  level: 4,
  tag: 'Support',
  api: [supportApi],
  sweeps: {
    tickets: ({ connection }) => sweepTickets(connection.db),
  },
  work: [
    ({ services, log }) =>
      repeat({ name: "mail about complaints' clocks", everyMs: 60_000, log }, () => notifyClocks(services)),
    ({ services, log }) =>
      repeat({ name: 'reports of the months that are over', everyMs: 3_600_000, log }, () =>
        storeMonthReports(services.connection.db, services.clock()),
      ),
  ],
  personalData: [{ name: 'support', exportOf: exportSupportOf, forget: forgetSupportOf, move: moveSupport }],
};
