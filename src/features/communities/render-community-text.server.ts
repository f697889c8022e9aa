import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Root } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { AppError } from '../../platform/wire/errors.ts';
import { addIndianMarkdown } from '../../platform/markdown/indian-markdown.server.ts';
import { hostToShow, isDisguised } from '../../platform/markdown/link-hosts.server.ts';
import { problems } from '../../messages/problems.ts';

// Allowed: paragraphs, line breaks, bold, italic, strikethrough, code, links, lists and quotes. Other Markdown stays
// literal.
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
  addIndianMarkdown(this);
  (this.data().micromarkExtensions as unknown[]).push({ disable: { null: unused } });
}

const parser = unified()
  .use(remarkParse)
  .use(subset as never)
  .freeze();
const toHtml = unified().use(remarkRehype).freeze();
const writer = unified().use(rehypeStringify).freeze();

// Besides the web and mail only pieces of this site, as the sample questions link them.
const safeHref = /^(?:https?:\/\/[^\s\\]+|\/(?:article|video|webstory|category|tag)\/[\w-]+|mailto:[^\s]+)$/i;
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

const deepestNesting = 8;
const mostSigns = 1_500;
const mostItems = 200;
const opening = /^(?:[ \t]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)))+/gm;

/** Refuses input that makes the parser slow or nests deeper than a phone can show. @throws AppError 400 */
function refuseAbsurd(text: string): void {
  let items = 0;
  for (const [marks] of text.matchAll(opening)) {
    if ((items += 1) > mostItems) throw refusedText('body', () => problems.manyItems(mostItems));
    const indent = /^[ \t]*/.exec(marks)![0].replaceAll('\t', '    ').length;
    if ((marks.match(/>|[-*+](?=\s|$)|\d+[.)]/g)?.length ?? 0) + indent / 4 > deepestNesting)
      throw refusedText('body', () => problems.deep);
  }
  let signs = 0;
  for (let at = 0; at < text.length; at += 1) if ('*_[]`~'.includes(text[at]!)) signs += 1;
  if (signs > mostSigns) throw refusedText('body', () => problems.manySigns);
}

export const refusedText = (field: string, message: () => string) =>
  new AppError(400, 'validation_failed', message, { details: [{ path: field, message }] });

const escapes: Record<string, string> = { '<': '&#x3C;', '&': '&#x26;' };
/** No Markdown syntax, only paragraphs and lines: renders in linear time. */
export const isPlain = (text: string) =>
  !/[*_`[\]<>\\~@&|]|https?:|www\.|\t|^ {2,}|^ ?(?:[-+]|\d{1,9}[.)])(?:\s|$)/im.test(text);

/** Signs that write everything behind them backwards: no text in any script needs them. */
const overrides = /[\u202d\u202e]/g;

/** Refuses in linear time whatever rendering would refuse. @throws AppError 400 */
export function insistOnRenderable(source: string): void {
  const text = source.replace(/\r\n?/g, '\n');
  if (!isPlain(text)) refuseAbsurd(text);
}

/**
 * Renders user text as sanitised HTML, synchronously and without a deadline: for workers and commands.
 * Request handlers call renderInTime instead. @throws AppError 400 for absurd input
 */
export function renderCommunityText(source: string): string {
  const text = source.replace(/\r\n?/g, '\n').replace(overrides, '');
  if (isPlain(text)) return renderPlain(text);
  refuseAbsurd(text);
  const html = toHtml.runSync(parser.parse(text) as Root) as HtmlRoot;
  shapeLinks(html);
  shape(html);
  return writer.stringify(sanitiser.runSync(html) as HtmlRoot);
}

/** For text that passes isPlain: everything else in it is escaped. */
export function renderPlain(text: string): string {
  return (
    text
      .replace(overrides, '')
      .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => part.replace(/[<&]/g, (sign) => escapes[sign]!).split('\n'))
      // Trimming here avoids a pattern for trailing spaces, whose backtracking is quadratic.
      .map((lines) => `<p>${lines.map((line) => line.trim()).join('<br>\n')}</p>`)
      .join('\n')
  );
}

/**
 * What hides where it leads is text; a text that names another host than the target gets the target's beside it. Judged
 * with the letters that touch the link, which may be the rest of a host.
 */
function shapeLinks(tree: HtmlRoot): void {
  let whole = '';
  const links: { link: Element; from: number; to: number }[] = [];
  const read = (node: HtmlRoot | ElementContent): void => {
    const from = whole.length;
    if (node.type === 'text') whole += node.value;
    else if ('children' in node) for (const child of node.children) read(child as ElementContent);
    if (node.type === 'element' && node.tagName === 'a') links.push({ link: node, from, to: whole.length });
  };
  read(tree);
  for (const { link, from, to } of links) {
    const before = /[\p{L}\p{M}\p{N}\p{Cf}.:/@-]*$/u.exec(whole.slice(Math.max(0, from - longestHost), from))![0];
    const after = /^[\p{L}\p{M}\p{N}\p{Cf}.:/@-]*/u.exec(whole.slice(to, to + longestHost))![0];
    shapeLink(link, before + whole.slice(from, to) + after);
  }
}

const longestHost = 100;

function shapeLink(link: Element, asRead: string): void {
  // The sanitiser compares schemes case-sensitively: phones write 'Https://'.
  const href = String(link.properties.href).replace(/^(?:https?|mailto):/i, (scheme) => scheme.toLowerCase());
  if (!safeHref.test(href) || isDisguised(href)) {
    link.tagName = 'span';
    return;
  }
  link.properties = { href, rel: ['nofollow', 'ugc', 'noopener'] };
  const host = hostToShow(asRead, href);
  if (host !== null) link.children.push({ type: 'text', value: ` (${host})` });
}

/** Line breaks stay as typed, and links get rel attributes that pass on no search ranking. */
function shape(parent: HtmlRoot | Element): void {
  const children: ElementContent[] = [];
  for (const node of parent.children as ElementContent[]) {
    if (node.type === 'element') {
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
