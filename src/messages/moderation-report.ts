import { catalogue } from './catalogue.ts';
import { count } from './count.ts';

// The report of the month. Categories, reasons and acts have their words where people choose them.

export const moderationReport = catalogue({
  title: 'Complaints and moderation',
  describe: 'How many complaints and reports there were each month, what was done, and how long it took.',
  lead: 'Numbers only, without names. Months are those of the clock in India.',
  running: 'This month is not over: these are the numbers so far.',
  careful: 'The numbers are at most ten minutes old. What belongs to accounts that were deleted is no longer counted.',
  months: 'Months',
  file: 'All months as a file (CSV)',
  groups: {
    complaints: 'Complaints to the grievance officer',
    reports: 'Posts reported by members, by reason',
    site: 'Found by the site itself',
    acts: 'Decisions by moderators',
    appeals: 'Appeals against decisions',
    median_minutes: 'Half of them were decided within',
  },
  site: {
    held: 'Posts held back until a moderator looked',
    removed: 'Of posts held back: hidden or deleted by a moderator',
    hidden: 'Posts hidden after several reports',
  },
  appeals: {
    made: 'Received',
    upheld: 'Looked at: the decision stands',
    overturned: 'Looked at: the decision was taken back',
  },
  median_minutes: { complaints: 'Complaints', reports: 'Reports by members', site: 'Posts held back' },
  time: (minutes: number) =>
    minutes < 120
      ? count(minutes, 'minute', 'minutes')
      : minutes < 2_880
        ? count(Math.round(minutes / 60), 'hour', 'hours')
        : count(Math.round(minutes / 1_440), 'day', 'days'),
  none: 'none',
});
