import { catalogue } from './catalogue.ts';

// The studio's desk of what has to be checked again, links included.

const freshnessInEnglish = {
  title: 'Freshness',
  describe: 'What has to be checked again, and when.',
  state: 'Which',
  states: { overdue: 'Overdue', all: 'All, the next one first' },
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: {
    scheme: 'Schemes',
    article: 'Articles',
    video: 'Videos',
    webstory: 'Web stories',
    page: 'Text pages',
    cta: 'Forms',
    helpline: 'Helpline',
    fee: 'Fee or time',
    paper: 'List of papers',
    letter: 'Source of letters',
  },
  show: 'Show',
  none: 'Nothing is overdue.',
  pieces: 'Pieces',
  piecesNote: (scheme: number, other: number) =>
    `Schemes are checked again after ${scheme} days, other pieces after ${other}. Readers of an overdue piece are told.`,
  checkedOn: (day: string) => `checked ${day}`,
  neverChecked: 'never checked',
  nextOn: (day: string) => `next ${day}`,
  overdue: 'OVERDUE',
  by: (name: string) => `by ${name}`,
  editedBy: (name: string) => `last changed by ${name === 'system' ? 'the operator' : name || 'a former member'}`,
  stillRight: 'Checked today, still right',
  stillRightOf: (title: string) => `Checked today, still right: ${title}`,
  noted: 'Noted. The day of the next check has moved.',
  notLive: 'Readers do not see this piece, so there is nothing to check.',
  links: 'Broken links',
  noLinks: 'No link is known to be broken.',
  usedBy: 'Used by:',
  brokenSince: (day: string) => `broken since ${day}`,
  lastOk: (day: string) => `worked on ${day}`,
  neverOk: 'never seen to work',
  outcomes: {
    ok: (_status: number | null) => 'works',
    gone: (status: number | null) => `not there (${status})`,
    server_error: (status: number | null) => `its server fails (${status})`,
    refused: (status: number | null) => `does not let us look (${status})`,
    unreachable: (_status: number | null) => 'its server does not answer',
    too_slow: (_status: number | null) => 'too slow',
    redirects: (_status: number | null) => 'sent on in a circle',
    not_public: (_status: number | null) => 'not on the public internet',
    not_asked: (_status: number | null) => 'may not be asked for',
  },
  facts: 'Helplines, fees and papers',
  factsNote: (overdue: number, all: number) =>
    `${overdue} of ${all} are overdue. They stand in the site’s own code: tell the operator what has changed.`,
};

export const freshnessDesk = catalogue(freshnessInEnglish);
