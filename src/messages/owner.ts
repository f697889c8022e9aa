import type { BudgetName } from '../platform/guard/limits.server.ts';

// Mails to the site's operator.

const names: Record<BudgetName, string> = {
  sms: 'codes by SMS',
  'sms-minute': 'codes by SMS in a minute',
  mail: 'codes by email',
  receipts: 'receipts of complaints',
  forms: 'messages and complaints',
};
const settings: Record<BudgetName, string> = {
  sms: 'SMS_PER_DAY',
  'sms-minute': 'SMS_PER_MINUTE',
  mail: 'CODE_MAILS_PER_DAY',
  receipts: 'RECEIPTS_PER_DAY',
  forms: 'FORMS_PER_DAY',
};

export const ownerMessages = {
  disk: (origin: string) => ({
    subject: 'The disk of the site is nearly full',
    text: [
      `Less than a tenth of the disk of ${origin} is free. Until there is more, the studio takes no pictures, clips and imports; reading, signing in and writing go on.`,
      'Either you have much more media than usual, or somebody is filling the disk. Remove what is not needed (old backups and logs first), or give the site a larger disk. It takes files again by itself.',
    ].join('\n\n'),
  }),
  backup: (origin: string) => ({
    subject: 'The last backup of the site failed, or is late',
    text: [
      `${origin} has no verified backup of the last thirty hours, or the last try failed.`,
      'See why in the log of its unit, or run `npm run backup` by hand. Most often the disk is full, or the folder belongs to another user. This mail stops once a backup is whole.',
    ].join('\n\n'),
  }),
  drill: (origin: string) => ({
    subject: 'A backup of the site could not be restored for practice',
    text: [
      `The last restore for practice at ${origin} failed, so that backup may be of no use.`,
      'See why in the log of its unit, or run `npm run drill` by hand. Make a new backup, and try that one.',
    ].join('\n\n'),
  }),
  mails: (origin: string) => ({
    subject: 'Mails of the site are being held back',
    text: [
      `${origin} sends at most 20 mails a day for one person, one network or one mailbox, and 200 for one of the newsroom; codes to sign in do not count. Somebody has reached that, and mails are not sent for now.`,
      'Complaints and messages wait in the studio all the same: look there, their clocks run. Mails about answers are sent later, once there is room. Receipts and reminders over the limit are not sent.',
      `Either somebody answers very many questions, or is wasting the mails. \`nagrik_limit_refusals_total\` says which limit it is. "What the owner is told" in docs/operating.md says more.`,
    ].join('\n\n'),
  }),
  budget: (budget: BudgetName, state: 'half' | 'used', origin: string) => ({
    subject:
      state === 'half'
        ? `Half of today's ${names[budget]} went out within one hour`
        : `The site's budget of ${names[budget]} is used up`,
    text: [
      state === 'half'
        ? `${origin} has spent half of its budget of ${names[budget]} within one hour. From now on, wide networks that ask for very much are held back.`
        : `${origin} has used up its budget of ${names[budget]}. Until it starts again, new readers are asked to wait. People on a browser that they have signed in with before go on.`,
      'Either you have many more readers than usual, or somebody is wasting your budget.',
      `If they are readers, raise ${settings[budget]} and restart the site. If not, \`ACCESS_LOG=on\` shows in the log the networks that ask most: block those in nginx. "What the owner is told" in docs/operating.md says how.`,
    ].join('\n\n'),
  }),
};
