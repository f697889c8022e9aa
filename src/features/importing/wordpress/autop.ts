const blocks =
  'address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|legend|li|main|map|menu|nav|object|ol|option|p|pre|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio';
const blockTag = new RegExp(`</?(?:${blocks})(?:\\s[^<>]*)?/?>`, 'gi');
const startsWithBlock = new RegExp(`^\\s*</?(?:${blocks})(?:[\\s/>])`, 'i');

/** Classic posts have no <p>: a blank line separates paragraphs, a single newline is a line break (wpautop). */
export function autop(html: string): string {
  if (html.trim() === '') return '';
  const setAside: string[] = [];
  const keep = (whole: string) => `\n\n<pre>\u0001${setAside.push(whole) - 1}\u0001</pre>\n\n`;
  const text = html
    .replace(/\r\n?/g, '\n')
    .replace(/<(pre|script|style|textarea|svg)\b[\s\S]*?<\/\1\s*>/gi, keep)
    .replace(/(?:<br\s*\/?>\s*){2,}/gi, '\n\n')
    .replace(/<[^<>]*\n[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replace(blockTag, (tag) => (tag.startsWith('</') ? `${tag}\n\n` : `\n\n${tag}`));

  return text
    .split(/\n\s*\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (startsWithBlock.test(part)) {
        // Text after opening tags also has line breaks.
        return part.replace(
          /^((?:<[^<>]+>\s*)+)([\s\S]*)$/,
          (_, tags: string, rest: string) => tags + withBreaks(rest),
        );
      }
      return `<p>${withBreaks(part)}</p>`;
    })
    .join('\n')
    .replace(/<pre>\u0001(\d+)\u0001<\/pre>/g, (_, index: string) => setAside[Number(index)] ?? '');
}

const withBreaks = (text: string) =>
  text
    .split('\n')
    .map((line, index, all) => {
      const trimmed = line.trimEnd();
      return index === all.length - 1 || trimmed === '' || /<br ?\/?>$/i.test(trimmed) ? trimmed : `${trimmed}<br>`;
    })
    .join('\n');
