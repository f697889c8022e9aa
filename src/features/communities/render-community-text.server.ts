import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { AppError } from '../../platform/errors.ts';

// Paragraphs, line breaks, bold, italic, struck out, code, links, lists and quotes. The rest of markdown stays as it was typed.
const unused = [
  'htmlFlow',
  'htmlText',
  'labelStartImage',
  'headingAtx',
  'setextUnderline',
  'definition',
  'thematicBreak',
  'codeIndented',
  'table',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'tasklistCheck',
];

function subset(this: Processor) {
  remarkGfm.call(this as never, { singleTilde: false });
  (this.data().micromarkExtensions as unknown[]).push({ disable: { null: unused } });
}

const parser = unified()
  .use(remarkParse)
  .use(subset as never)
  .freeze();
const toHtml = unified().use(remarkRehype).freeze();
const writer = unified().use(rehypeStringify).freeze();

const safeHref = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s]+)$/i;
const schema = {
  tagNames: ['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'a', 'ul', 'ol', 'li', 'blockquote'],
  attributes: {
    a: [
      ['href', safeHref],
      ['rel', 'nofollow', 'ugc', 'noopener'],
    ],
    ol: [['start', /^\d{1,6}$/]],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: { li: ['ul', 'ol'] },
  strip: ['script', 'style'],
  clobber: [],
} as const;
const sanitiser = unified()
  .use(rehypeSanitize, schema as never)
  .freeze();

export const deepestNesting = 8;
export const mostSigns = 1_500;
export const mostItems = 200;
const opening = /^(?:[ \t]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)))+/gm;

/** What no person writes and a parser takes long over, or that would indent a phone's screen away. @throws AppError 400 */
function refuseAbsurd(text: string, field: string): void {
  let items = 0;
  for (const [marks] of text.matchAll(opening)) {
    if ((items += 1) > mostItems)
      throw refused(field, `It has more than ${mostItems} lines that are list items or quotes.`);
    const indent = /^[ \t]*/.exec(marks)![0].replaceAll('\t', '    ').length;
    if ((marks.match(/>|[-*+](?=\s|$)|\d+[.)]/g)?.length ?? 0) + indent / 4 > deepestNesting)
      throw refused(field, 'Lists and quotes are nested too deeply.');
  }
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) if ('*_[]`~'.includes(text[at]!)) signs += 1;
  if (signs > mostSigns) throw refused(field, 'There are too many formatting signs in it.');
}

const refused = (field: string, message: string) =>
  new AppError(400, 'validation_failed', message, { details: [{ path: field, message }] });

const escapes: Record<string, string> = { '<': '&#x3C;', '&': '&#x26;' };
const isPlain = (text: string) =>
  !/[*_`[\]<>\\~@&|]|https?:|www\.|\t|^ {2,}|^ ?(?:[-+]|\d{1,9}[.)])(?:\s|$)/im.test(text);

/** Text from people as HTML that does nothing. Most of it has no markdown in it, and takes the short way. @throws AppError 400 for what is absurd */
export function renderCommunityText(source: string, field = 'body'): string {
  const text = source.replace(/\r\n?/g, '\n');
  if (isPlain(text)) return renderPlain(text);
  refuseAbsurd(text, field);
  const html = toHtml.runSync(parser.parse(text) as Root) as HtmlRoot;
  shape(html);
  return writer.stringify(sanitiser.runSync(html) as HtmlRoot);
}

/** Words, lines and paragraphs, whatever signs are among them. */
export function renderPlain(text: string): string {
  return text
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/[<&]/g, (sign) => escapes[sign]!).replace(/[^\S\n]*\n[^\S\n]*/g, '<br>\n')}</p>`)
    .join('\n');
}

/** A line ends where its writer ended it, and a link promises nothing to a search engine. */
function shape(parent: HtmlRoot | Element): void {
  const children: ElementContent[] = [];
  for (const node of parent.children as ElementContent[]) {
    if (node.type === 'element') {
      if (node.tagName === 'a')
        Object.assign(
          node,
          safeHref.test(String(node.properties.href))
            ? { properties: { href: node.properties.href, rel: ['nofollow', 'ugc', 'noopener'] } }
            : { tagName: 'span' },
        );
      if (node.tagName !== 'pre' && node.tagName !== 'code') shape(node);
    }
    const isProse =
      node.type === 'text' &&
      parent.type === 'element' &&
      !['ul', 'ol', 'blockquote'].includes(parent.tagName) &&
      node.value !== '\n' &&
      node.value.includes('\n');
    const afterBreak = children.at(-1);
    if (!isProse) children.push(node);
    else
      node.value.split('\n').forEach((line, index) => {
        if (
          index > 0 &&
          !(
            index === 1 &&
            line !== '' &&
            afterBreak?.type === 'element' &&
            afterBreak.tagName === 'br' &&
            node.value.startsWith('\n')
          )
        )
          children.push({ type: 'element', tagName: 'br', properties: {}, children: [] });
        if (index > 0) children.push({ type: 'text', value: '\n' });
        if (line !== '') children.push({ type: 'text', value: line });
      });
  }
  parent.children = children as never;
}
