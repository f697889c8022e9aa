const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The words of a post without its markup, from its sanitised HTML: for descriptions and structured data. */
export const plainWordsOf = (html: string): string =>
  html
    .replace(/<br>|<\/(?:p|li|blockquote|pre)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) =>
      name === undefined ? String.fromCodePoint(parseInt(hex ?? decimal!, hex ? 16 : 10)) : (named[name] ?? whole),
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
