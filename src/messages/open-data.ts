import { formatDate, formatNumber } from '../ui/format.ts';
import { catalogue } from './catalogue.ts';

const percent = (share: number) => `${formatNumber(Math.round(share * 1000) / 10)}%`;

export const openData = catalogue({
  title: 'Open data: rules of schemes',
  describe: 'The rules by which the scheme finder works, as data for everybody, with the figures that we have.',
  lead: 'The scheme finder follows rules. Here you get them as files: each condition, its source where we have one, and made-up people who test it.',
  careful: 'This is a guide, not the law. The office that runs a scheme decides.',
  now: 'What is there now',
  schemes: 'Schemes on this site',
  withRules: 'Schemes with rules',
  samples: 'Samples among them, not reviewed by an editor',
  conditions: 'Conditions',
  reviewed: 'Conditions that an editor has checked',
  cases: 'Test people, each with the right answer',
  casesNote: 'They are made up. Rules that fail one of them do not get onto the site.',
  wrong: 'How often is it wrong?',
  wrongRules: 'For the rules on this site we have no such figure yet. Nobody from outside has counted their mistakes.',
  wrongMeasured:
    'We did measure our program that proposes rules from official texts. Readers never see a proposal before an editor accepts it.',
  wrongHow: (schemes: number, people: number, day: string) =>
    `Rules for ${formatNumber(schemes)} schemes were written apart from the program, from the texts alone, and the program had not seen these texts. No expert has checked them. For each scheme, both sets of rules judged ${formatNumber(people)} made-up people. Done on ${formatDate(day)}.`,
  excluded: 'Told ‘does not fit’, though it fits by the rules written by hand',
  precision: 'Proposed conditions that were right',
  recall: 'Conditions found',
  share: percent,
  wrongFew: (schemes: number) =>
    `${formatNumber(schemes)} schemes are few: one wrong condition moves the first figure by half a point to 1 point. Two people who write rules for the same scheme differ as well.`,
  wrongCommand: 'To count again, name the folder with the texts and the rules written by hand:',
  files: 'The files',
  whole: 'All rules, with test people and sources (JSON)',
  schema: 'What each field means (JSON schema)',
  compact: 'The short file that the finder loads (JSON)',
  licence: 'Licence',
  licenceIs: (licence: string) => `You may use the data under this licence: ${licence}.`,
  noLicence: 'The owner of this site has not chosen a licence yet. So ask before you publish the data elsewhere.',
  mistake: 'Found a mistake? Write to us',
});
