const fill = (scrap: string) => (length: number) =>
  scrap
    .repeat(Math.ceil(length / scrap.length))
    .slice(0, length)
    .toWellFormed();
/** `first`, repeated up to the limit of formatting characters, then `rest` to the full length. */
const after = (first: string, rest: string) => (length: number) => {
  const head = first.repeat(Math.floor(Math.min(1_480, length / 3) / first.length));
  return head + fill(rest)(Math.max(0, length - head.length));
};

/** Texts that take parsers or regular expressions quadratic time, and variations of them. */
export const costlyTexts: Record<string, (length: number) => string> = {
  'pictures before tags': after('![', '\n<x '),
  'brackets before tags': after('*[', '<x'),
  'brackets before entities': after('[*', '&a'),
  'brackets before lines': after('[[]', 'a\n'),
  'emphasis between addresses': fill('_www.a.www.a.'),
  'emphasis before backslashes': after('*', '\\'),
  brackets: fill('['),
  'links begun': fill('[a]('),
  'link references': fill('[a]: b\n'),
  emphasis: fill('*a_ **b'),
  backticks: fill('` ``'),
  quotes: fill('> '),
  'nested lists': (length) =>
    Array.from({ length: 200 }, (_, depth) => `${' '.repeat(depth)}- a\n`)
      .join('')
      .slice(0, length),
  tables: fill('| a |\n|-|\n'),
  footnotes: fill('[^1] [^1]: x\n'),
  directives: fill(':::a[b]{c}\n'),
  'less-than signs': fill('<'),
  'tags begun': fill('<x '),
  comments: fill('<!--'),
  entities: fill('&amp;&#1'),
  'mail addresses': fill('a@a.'),
  'web addresses': fill('https://a.b/(?&a;'),
  digits: fill('9'),
  'mobile numbers': fill('98765 43210 '),
  'numbers almost': fill('9876543210.,'),
  spaces: fill(' '),
  'spaces before a letter': (length) => `a${' '.repeat(Math.max(0, length - 2))}b`,
  'wide spaces before a letter': (length) => `a${'\u2003'.repeat(Math.max(0, length - 2))}b`,
  'hyphens before a letter': (length) => `${'-'.repeat(Math.max(0, length - 1))}x`,
  'rulers before a letter': (length) => `${'|-:'.repeat(Math.max(0, length / 3 - 1))}x`,
  'lines of backslashes': fill('\\\n'),
  'slashes before hyphens': (length) => '/'.repeat(length / 2) + '-'.repeat(length / 2),
  'tokens begun': fill('-eyJaaaaaaaa'),
  commas: fill('1,'),
  percent: fill('%25'),
  marks: fill('\u0301\u0316'),
  'letters with marks': fill('क\u094d'),
  'zero-width signs': fill('\u200b\u200d'),
  semicolons: fill('a=b; '),
};
