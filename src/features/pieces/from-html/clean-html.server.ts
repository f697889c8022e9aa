import type { Element, ElementContent } from 'hast';
import { embedTitle, LeftOut, linkAddress, webAddress } from './embeds.ts';
import { ghostCard } from './ghost-cards.ts';
import { isFile } from './lost-files.ts';
import { isBlank, isElement, isEmpty, link, make, text, textOf } from './hast-nodes.ts';

/** An image that a piece refers to; fetched only on request. */
export type ListedImage = { url: string; alt: string };

export type Cleaning = { baseUrl?: string | undefined; images: ListedImage[]; leftOut: LeftOut };

const dropped = new Set([
  'script',
  'style',
  'template',
  'link',
  'meta',
  'title',
  'head',
  'base',
  'colgroup',
  'col',
  'source',
  'track',
  'param',
  'wbr',
  'area',
  'map',
]);
const fields = new Set([
  'input',
  'select',
  'textarea',
  'button',
  'datalist',
  'output',
  'progress',
  'meter',
  'optgroup',
  'option',
]);
const maxDepth = 60;

/** Allow-list of what Markdown can express: embeds become links, inline styles become marks, forms and scripts go. */
export function cleanHtml(nodes: ElementContent[], cleaning: Cleaning, depth = 0): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') return [text(node.value.replace(/[\u00a0\u200b\ufeff]/g, ' '))];
    return node.type === 'element' ? cleanElement(node, cleaning, depth) : [];
  });
}

function cleanElement(node: Element, cleaning: Cleaning, depth: number): ElementContent[] {
  const name = node.tagName;
  const { leftOut } = cleaning;
  if (dropped.has(name)) return [];
  if (depth > maxDepth) {
    leftOut.add('formatting that nests too deeply');
    return [text(` ${textOf(node)} `)];
  }
  const card = ghostCard(node, cleaning.baseUrl, leftOut);
  if (card) return card;
  if (name === 'img') return image(node, cleaning);
  if (name === 'iframe' || name === 'embed' || name === 'object' || name === 'video' || name === 'audio')
    return embed(node, cleaning, depth);
  if (name === 'svg' || name === 'canvas') {
    if (textOf(node).trim() !== '') leftOut.add('a drawing');
    return [];
  }
  if (fields.has(name)) {
    if (name === 'input' && node.properties.type === 'checkbox') return [node];
    if (name !== 'input' || node.properties.type !== 'hidden') leftOut.add('a form field');
    return [];
  }
  if (name === 'form') {
    const inside = cleanHtml(node.children, { ...cleaning, leftOut: new LeftOut() }, depth + 1);
    const isPage = inside.map(textOf).join('').trim().length > 400;
    if (!isPage) leftOut.add('a form');
    return isPage ? inside : [];
  }

  const children = cleanHtml(node.children, cleaning, depth + 1);
  switch (name) {
    case 'a':
      return anchor(node, children, cleaning);
    case 'span':
    case 'font':
    case 'b':
    case 'i':
    case 'div':
    case 'p':
      return styled(node, children);
    case 'noscript':
      return isEmpty(children) || children.every((child) => isBlank(child) || isElement(child, 'img')) ? [] : children;
    case 'blockquote':
      return quote(node, children);
    case 'figure':
      return figure(node, children);
    case 'details':
      return children;
    case 'summary':
      return [make('p', [make('strong', children)])];
    case 'pre':
      return verse(node)
        ? paragraphs(children.flatMap((child) => (child.type === 'text' ? lines(child.value) : [child])))
        : [{ ...node, children }];
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return isEmpty(children)
        ? []
        : [
            make(
              name,
              children.flatMap((child) => (isElement(child, 'strong', 'b') ? child.children : [child])),
            ),
          ];
    case 'ul':
    case 'ol':
      return children.some((child) => isElement(child, 'li')) ? [{ ...node, children }] : children;
    case 'li':
      return isEmpty(children) ? [] : [{ ...node, children }];
    case 'td':
    case 'th':
      return [{ ...node, children: withoutOuterBreaks(children) }];
    default:
      return [{ ...node, children }];
  }
}

function image(node: Element, { images, baseUrl, leftOut }: Cleaning): ElementContent[] {
  const written = [
    node.properties.dataSrc,
    node.properties.dataLazySrc,
    node.properties.dataOriginal,
    node.properties.src,
  ].find((value) => typeof value === 'string' && value.trim() !== '' && !/^data:/i.test(value));
  const isPixel = Number(node.properties.width) === 1 || Number(node.properties.height) === 1;
  if (isPixel) return [];
  const src = typeof written === 'string' ? webAddress(written, baseUrl) : null;
  const alt = String(node.properties.alt ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (src === null) {
    const own = typeof written === 'string' && /^\/?media\//.test(written) ? written : null;
    if (own) return [make('img', [], { src: own, alt })];
    const address = written ?? node.properties.src;
    if (typeof address === 'string' && address.trim() !== '')
      leftOut.lose('picture_gone', /^data:/i.test(address) ? `${address.slice(0, 30)}…` : address);
    else leftOut.add('a picture without an address of its own');
    return alt === '' ? [] : [text(alt)];
  }
  images.push({ url: src, alt });
  return [make('img', [], { src, alt })];
}

function embed(node: Element, cleaning: Cleaning, depth: number): ElementContent[] {
  const sources = [
    node.properties.src,
    node.properties.dataSrc,
    node.properties.data,
    ...node.children.flatMap((child) => (isElement(child, 'source', 'embed') ? [child.properties.src] : [])),
  ];
  const address = sources
    .map((source) => (typeof source === 'string' ? webAddress(source, cleaning.baseUrl) : null))
    .find((one) => one !== null);
  if (!address) {
    const inside = cleanHtml(node.children, cleaning, depth + 1);
    const written = sources.find((source): source is string => typeof source === 'string' && source.trim() !== '');
    if (written && node.tagName !== 'iframe') cleaning.leftOut.lose('file_gone', written);
    else if (isEmpty(inside))
      cleaning.leftOut.add(`an embedded ${node.tagName === 'iframe' ? 'page' : node.tagName} without an address`);
    return inside;
  }
  const isPlayed = node.tagName === 'video' || node.tagName === 'audio';
  const title = isPlayed
    ? `${node.tagName === 'video' ? 'Video' : 'Sound'}: ${decodeURI(safe(address.split('/').at(-1) ?? '')) || address}`
    : embedTitle(address, String(node.properties.title ?? ''));
  return [make('p', [link(address, title)])];
}
const safe = (part: string) => (/%(?![\da-f]{2})/i.test(part) ? '' : part.replace(/%(?=[89a-f])/gi, '%25'));

function anchor(node: Element, children: ElementContent[], { baseUrl, leftOut }: Cleaning): ElementContent[] {
  const href = typeof node.properties.href === 'string' ? node.properties.href.trim() : '';
  if (isEmpty(children)) return [];
  if (/^(?:#|mailto:|tel:)/i.test(href)) return [make('a', children, { href })];
  const address = linkAddress(href, baseUrl);
  if (address === null) {
    if (isFile(href)) leftOut.lose('file_gone', href);
    else if (href !== '' && !/^[a-z][a-z\d+.-]*:/i.test(href))
      leftOut.add(`the address of a link, which leads nowhere from here (${href.slice(0, 60)})`);
    return children;
  }
  const hasBlocks = children.some((child) =>
    isElement(child, 'p', 'div', 'figure', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'table', 'blockquote'),
  );
  if (hasBlocks && children.some((child) => isElement(child) && containsLink(child))) return children;
  return [make('a', children, { href: address })];
}
const containsLink = (node: Element): boolean =>
  node.tagName === 'a' || node.children.some((child) => isElement(child) && containsLink(child));

/** Google Docs and old editors express bold and italic by inline styles. */
function styled(node: Element, children: ElementContent[]): ElementContent[] {
  const style = String(node.properties.style ?? '');
  if (node.tagName === 'p') return paragraphs(children);
  if (node.tagName === 'div') return isEmpty(children) ? [] : [make('div', children)];
  if (isEmpty(children)) return children;
  const isBold =
    /font-weight:\s*(?:bold|[6-9]00)/i.test(style) ||
    (node.tagName === 'b' && !/font-weight:\s*(?:normal|400)/i.test(style));
  const isSlanting = /font-style:\s*italic/i.test(style) || node.tagName === 'i';
  const slanting = isSlanting ? [make('em', children)] : children;
  return isBold ? [make('strong', slanting)] : slanting;
}

/** Two successive line breaks end a paragraph. */
function paragraphs(children: ElementContent[]): ElementContent[] {
  const groups: ElementContent[][] = [[]];
  let breaks: ElementContent[] = [];
  for (const child of children) {
    if (isElement(child, 'br')) breaks.push(child);
    else if (breaks.length > 0 && isBlank(child)) continue;
    else {
      if (breaks.length > 1) groups.push([]);
      else groups.at(-1)!.push(...breaks);
      breaks = [];
      groups.at(-1)!.push(child);
    }
  }
  return groups
    .filter((group) => !isEmpty(group))
    .map((group) => {
      // A bare URL alone in its paragraph is an embed.
      const words = group.every((child) => child.type === 'text') ? group.map(textOf).join('').trim() : '';
      const address = /^https?:\/\/\S+$/.test(words) ? webAddress(words) : null;
      return make('p', address ? [link(address, embedTitle(address))] : group);
    });
}

function quote(node: Element, children: ElementContent[]): ElementContent[] {
  if (isEmpty(children)) return [];
  const significant = children.filter((child) => !isBlank(child));
  if (significant.length === 1 && isElement(significant[0], 'blockquote')) return significant;
  return [
    {
      ...node,
      children: children.map((child) =>
        isElement(child, 'cite', 'footer') ? make('p', [text('— '), ...child.children]) : child,
      ),
    },
  ];
}

function figure(node: Element, children: ElementContent[]): ElementContent[] {
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
  const captions = children.filter(
    (child): child is Element => isElement(child, 'figcaption') && !isEmpty(child.children),
  );
  const rest = children.filter((child) => !isElement(child, 'figcaption') && !isBlank(child));
  if (classes.some((one) => one.startsWith('wp-block-embed'))) {
    const address = webAddress(rest.map(textOf).join(' ').trim());
    if (address) return [make('p', [link(address, embedTitle(address, captions.map(textOf).join(' ')))])];
  }
  const [table] = rest.filter((child) => isElement(child, 'table'));
  if (table && captions.length > 0)
    return [make('p', [text(`Table: ${captions.map(textOf).join(' ').replace(/\s+/g, ' ').trim()}`)]), ...rest];
  const body = rest.every((child) => isElement(child, 'img', 'a', 'em', 'strong') || child.type === 'text')
    ? [make('p', rest)]
    : rest;
  return [
    ...(isEmpty(rest) ? [] : body),
    ...captions.map((caption) =>
      caption.children.some((child) => isElement(child, 'p', 'div'))
        ? make('div', caption.children)
        : make('p', [make('em', caption.children)]),
    ),
  ];
}

function withoutOuterBreaks(children: ElementContent[]): ElementContent[] {
  const isOuter = (node: ElementContent | undefined) => node !== undefined && (isElement(node, 'br') || isBlank(node));
  let [start, end] = [0, children.length];
  while (start < end && isOuter(children[start])) start += 1;
  while (end > start && isOuter(children[end - 1])) end -= 1;
  return children.slice(start, end);
}

const verse = (node: Element) =>
  Array.isArray(node.properties.className) && node.properties.className.some((one) => /verse|poem/.test(String(one)));
const lines = (value: string): ElementContent[] =>
  value.split('\n').flatMap((line, index) => (index === 0 ? [text(line)] : [make('br', []), text(line)]));
