import { catalogue } from './catalogue.ts';

/** Where admins name the site. */
const siteDeskInEnglish = {
  title: 'Name and logo',
  describe: 'What the site calls itself.',
  note: 'A change holds at once, on every page and in mails.',
  name: 'Name',
  nameHint: 'The same in every language. One line, at most 80 letters.',
  nameWrong: 'Write the name on one line, with at most 80 letters.',
  nameElsewhere:
    'Codes by SMS and the sender of mails may have their own name. Ask whoever runs the server to change it too: a code with another name looks like fraud.',
  saveName: 'Save the name',
  logo: 'Logo',
  logoFile: 'Logo for a light page',
  logoHint: 'An SVG of at most 200 kB, or a PNG. Both files together at most 1 MB.',
  darkFile: 'Logo for a dark page, if there is one',
  darkHint: 'Choose both together: a new logo takes the old ones away.',
  saveLogo: 'Save the logo',
  onLight: 'On a light page',
  onDark: 'On a dark page',
  noLogo: 'There is no logo: the name stands in its place.',
  fromStudio: 'It was set here.',
  fromSettings: 'It comes from the settings of the server.',
  fromNobody: 'Nobody has chosen a name yet.',
  takeBackName: 'Take this name back',
  takeBackLogo: 'Take this logo back',
  takeBackNote: 'After that the settings of the server count again.',
  saved: 'Saved.',
  problems: {
    none: 'Choose a file first.',
    format: 'This file is no SVG and no PNG.',
    largeSvg: 'This SVG is larger than 200 kB.',
    largePng: 'This PNG is too large.',
    damaged: 'This file is damaged: it cannot be drawn.',
    darkAlone: 'Choose a logo for a light page too.',
  },
};

export const siteDesk = catalogue(siteDeskInEnglish);
