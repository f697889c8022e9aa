const attributes = /\{(?:[#.][\w-]|[\w-]+=)[^{}]*\}[ \t]*$/;
/** Of more letters than any heading has: not read, so that none costs much. */
const longest = 300;
const named = /(?:\bid=["']?|#)([\w-]+)/;

/** As Hugo names a heading by itself; its versions differ in whether signs that combine stay. */
function namesOf(title: string): string[] {
  if (title.length > longest) return [];
  const plain = title
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  return [...new Set([plain, plain.replace(/\p{M}/gu, '')])].filter((name) => name !== '');
}

/**
 * Takes what stands in braces behind headings out of their words. Where the page links to its own parts, each heading
 * gets the names that Hugo gives it, in empty anchors that the conversion reads.
 */
export function headingsOf(body: string): (part: string) => string {
  const hasOwnLinks = body.includes('](#');
  const seen = new Map<string, number>();
  return (part) =>
    part.replace(/^(#{1,6}[ \t]+)(\S.*)$/gm, (line, signs: string, words: string) => {
      const written = attributes.exec(words)?.[0];
      const title = written === undefined ? words : words.slice(0, -written.length).trimEnd();
      if (!hasOwnLinks) return written === undefined ? line : signs + title;
      const own = written === undefined ? undefined : named.exec(written)?.[1];
      const names = own === undefined ? namesOf(title) : [own];
      const anchors = names.map((name) => {
        const before = seen.get(name) ?? 0;
        seen.set(name, before + 1);
        return `<a id="${before === 0 ? name : `${name}-${before}`}"></a>`;
      });
      return `${signs}${anchors.join('')}${title}`;
    });
}
