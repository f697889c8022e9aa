import type { Element, Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

const parser = unified().use(rehypeParse, { fragment: true }).freeze();

/**
 * Lists everything in this HTML that could execute or load something, as a browser's parser reads it.
 * @param isDangerous judges one attribute, by the parser's property name
 */
export function dangersIn(
  html: string,
  allowedTags: ReadonlySet<string>,
  isDangerous: (tag: string, name: string, value: string) => boolean,
): string[] {
  const dangers: string[] = [];
  const look = (node: Root | Element) => {
    for (const child of node.children) {
      if (child.type === 'comment') dangers.push('comment');
      if (child.type !== 'element') continue;
      if (!allowedTags.has(child.tagName)) dangers.push(`<${child.tagName}>`);
      for (const [name, value] of Object.entries(child.properties)) {
        if (isDangerous(child.tagName, name, String(value))) dangers.push(`${child.tagName}[${name}=${String(value)}]`);
      }
      look(child);
    }
  };
  look(parser.parse(html) as Root);
  return dangers;
}

/** Pieces of HTML and Markdown that may become dangerous when they are strung together. */
export const hostileScraps = [
  '<',
  '>',
  '"',
  '`',
  '\n',
  '\n\n',
  ' ',
  '&',
  '/',
  '\\',
  '!',
  '[',
  ']',
  '(',
  ')',
  ':',
  '#',
  '|',
  '-',
  '*',
  '_',
  '\u2028',
  '<script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '</a>',
  '<style>',
  '<!--',
  '-->',
  '](javascript:alert(1))',
  '![a](data:image/svg+xml,x)',
  '<https://a.example>',
  '&#106;avascript:',
  'www.a.example',
];
