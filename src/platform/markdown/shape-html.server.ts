import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Element, ElementContent, Root } from 'hast';
import { slugify } from '../wire/ids.ts';
import { facts, papers, steps } from './blocks.server.ts';
import { isElement, make, text } from './hast-nodes.ts';
import { hostToShow, isDisguised } from './link-hosts.server.ts';
import { type Rendered, type RenderOptions, type TocEntry, linkKinds, type LinkKind } from './markdown.types.ts';
import { plainText } from './plain-text.server.ts';
import { problem, type Problem } from '../wire/problem.ts';
import { isRightToLeft, languageOfText } from '../../ui/format.ts';
import { percentDecoded } from '../wire/piece-key.ts';

type Shaping = {
  options: RenderOptions;
  lang: PieceLanguage;
  problems: Problem[];
  images: Rendered['images'];
  toc: TocEntry[];
  ids: Set<string>;
  /** Maps heading levels of the source to those of the page, whose title is the h1. */
  ranks: Map<number, number>;
  lastRank: number;
  lastHeading: string;
};

type Words = { picture: string; table: string; notes: string; back: string };
const words: Partial<Record<PieceLanguage, Words>> & { en: Words } = {
  en: { picture: 'Picture', table: 'Table', notes: 'Notes', back: 'Back to the text' },
  ta: { picture: 'படம்', table: 'அட்டவணை', notes: 'குறிப்புகள்', back: 'உரைக்குத் திரும்பு' },
  hi: { picture: 'चित्र', table: 'तालिका', notes: 'टिप्पणियाँ', back: 'पाठ पर लौटें' },
};
const wordsIn = (lang: PieceLanguage): Words => words[lang] ?? words.en;
const unwrapped = new Set([
  'center',
  'font',
  'big',
  'tt',
  'main',
  'article',
  'header',
  'footer',
  'nav',
  'aside',
  'address',
  'form',
  'fieldset',
  'label',
  'details',
  'picture',
  'noscript',
]);

/** Transforms parsed Markdown or raw HTML into our pages' markup. Runs before the sanitiser. */
export function shapeHtml(
  tree: Root,
  options: RenderOptions,
  problems: Problem[],
): { toc: TocEntry[]; images: Rendered['images'] } {
  const shaping: Shaping = {
    options,
    problems,
    lang: options.lang ?? 'en',
    images: [],
    toc: [],
    ids: new Set(),
    ranks: ranksOf(tree),
    lastRank: 1,
    lastHeading: '',
  };
  tree.children = shapeAll(tree.children as ElementContent[], shaping, []);
  return { toc: shaping.toc, images: shaping.images };
}

function shapeAll(nodes: ElementContent[], shaping: Shaping, parents: string[]): ElementContent[] {
  const shaped: ElementContent[] = [];
  let caption: string | null = null;
  for (const node of nodes) {
    if (node.type === 'text') {
      shaped.push(node);
      continue;
    }
    if (node.type !== 'element') continue;
    if (isElement(node, 'p') && node.properties.dataCaption) {
      caption = plainText(node);
      continue;
    }
    shaped.push(...shapeElement(node, shaping, parents, caption));
    caption = null;
  }
  return shaped;
}

function shapeElement(node: Element, shaping: Shaping, parents: string[], caption: string | null): ElementContent[] {
  const heading = /^h([1-6])$/.exec(node.tagName);
  const classes = Array.isArray(node.properties.className) ? node.properties.className.map(String) : [];
  const label = wordsIn(shaping.lang);
  const id = footnoteId(node, shaping);

  if (node.tagName === 'img') return image(node, shaping, parents);
  if (node.tagName === 'input') return parents.includes('li') ? [text(node.properties.checked ? '☑' : '☐')] : [];
  if (node.properties.dataFootnotes)
    for (const child of node.children) if (isElement(child, 'h2')) child.properties = { dataNotes: true };
  node.children = shapeAll(node.children, shaping, [...parents, node.tagName]);

  if (heading) return headingOf(node, Number(heading[1]), shaping, parents);
  if (node.tagName === 'a') return link(node, id, shaping, parents);
  if (node.tagName === 'table')
    return parents.includes('table') ? [node] : [scrollTable(node, caption, shaping.lastHeading || label.table)];
  if (unwrapped.has(node.tagName)) return node.children;
  if (node.tagName === 'p' && node.children.every((child) => child.type === 'text' && child.value.trim() === ''))
    return [];
  if (node.tagName === 'div' || node.tagName === 'section') {
    if (classes.includes('x-facts')) return facts(node, shaping.lang);
    if (classes.includes('x-steps')) return steps(node);
    if (classes.includes('x-papers')) return papers(node, shaping.lang);
    if (classes.includes('call')) return [{ ...node, properties: { className: classes } }];
    return node.children;
  }
  node.properties = propertiesOf(node);
  if (id && node.tagName === 'li') node.properties.id = id;
  return [node];
}

/** Only footnote ids survive from the source, each once. */
function footnoteId(node: Element, shaping: Shaping): string | undefined {
  const { id } = node.properties;
  if (typeof id !== 'string' || !/^s-fn(?:ref)?-[\w%-]{1,200}$/.test(id) || shaping.ids.has(id)) return undefined;
  shaping.ids.add(id);
  return id;
}

const allowedAttributes: Record<string, string[]> = {
  td: ['colSpan', 'rowSpan', 'align', 'style'],
  th: ['colSpan', 'rowSpan', 'align', 'style'],
  ol: ['start'],
};

function propertiesOf(node: Element): Element['properties'] {
  const names = [...(allowedAttributes[node.tagName] ?? []), 'lang', 'dir'];
  return Object.fromEntries(
    names.flatMap((name) => (node.properties[name] === undefined ? [] : [[name, node.properties[name]]])),
  );
}

function headingOf(node: Element, rank: number, shaping: Shaping, parents: string[]): ElementContent[] {
  if (parents.at(-1) === 'section' && node.properties.dataNotes) node.children = [text(wordsIn(shaping.lang).notes)];
  const title = plainText(node).replaceAll('\n', ' ');
  if (title === '' || parents.some((parent) => ['a', 'p', 'li', 'td', 'th', 'summary'].includes(parent))) {
    return title === ''
      ? node.children
      : [
          make(
            parents.includes('p') ? 'strong' : 'p',
            parents.includes('p') ? node.children : [make('strong', node.children)],
          ),
        ];
  }
  const depth = node.properties.dataNotes ? 2 : Math.min(shaping.ranks.get(rank) ?? 2, shaping.lastRank + 1, 6);
  shaping.lastRank = depth;
  shaping.lastHeading = title;
  if (depth > 3) return [make(`h${depth}`, node.children)];
  const id = uniqueId(title, shaping.ids);
  shaping.toc.push({ id, text: title.slice(0, 200), depth: depth as 2 | 3 });
  return [make(`h${depth}`, node.children, { id })];
}

/** The id of a heading; `taken` are those of the headings before it. */
export function uniqueId(title: string, taken: Set<string>): string {
  const stem = `s-${slugify(title, 'part').slice(0, 60).replace(/-+$/, '')}`;
  let id = stem;
  for (let count = 2; taken.has(id); count += 1) id = `${stem}-${count}`;
  taken.add(id);
  return id;
}

function ranksOf(tree: Root): Map<number, number> {
  const found = new Set<number>();
  const look = (nodes: ElementContent[]) => {
    for (const node of nodes) {
      if (node.type !== 'element' || node.properties.dataFootnotes) continue;
      const rank = /^h([1-6])$/.exec(node.tagName)?.[1];
      if (rank) found.add(Number(rank));
      look(node.children);
    }
  };
  look(tree.children as ElementContent[]);
  return new Map([...found].sort((one, other) => one - other).map((rank, index) => [rank, index + 2]));
}

function link(node: Element, id: string | undefined, shaping: Shaping, parents: string[]): ElementContent[] {
  const raw = node.properties.href;
  if (typeof raw !== 'string' || parents.includes('a')) return node.children;
  const target = resolveHref(raw, shaping.options, shaping.problems);
  if (!target || plainText(node) === '' || isDisguised(raw)) return node.children;
  const host = target.isExternal ? hostToShow(plainText(node), target.href) : null;
  const rel = shaping.options.mode === 'editor' ? ['noopener'] : ['nofollow', 'noopener'];
  const back = node.properties.dataFootnoteBackref === undefined ? {} : { ariaLabel: wordsIn(shaping.lang).back };
  return [
    make('a', node.children, {
      href: target.href,
      ...(id ? { id } : {}),
      ...(target.isExternal ? { rel } : {}),
      ...back,
    }),
    ...(host === null ? [] : [text(` (${host})`)]),
  ];
}

function image(node: Element, shaping: Shaping, parents: string[]): ElementContent[] {
  const written = String(node.properties.src ?? '').trim();
  const alt = String(node.properties.alt ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const path = /^(?:\.\.\/|\/)?media\//.test(written) ? `/${written.replace(/^(?:\.\.\/|\/)/, '')}` : null;
  const size =
    path !== null && /^\/media\/[\w./-]+$/.test(path) && !path.includes('..')
      ? shaping.options.imageSize?.(path)
      : null;
  if (path !== null && size) {
    return [
      make('img', [], { src: path, alt, width: size.width, height: size.height, loading: 'lazy', decoding: 'async' }),
    ];
  }
  const caption = alt ? `${wordsIn(shaping.lang).picture}: ${alt}` : wordsIn(shaping.lang).picture;
  const target = /^data:/i.test(written) ? null : resolveHref(written, shaping.options, []);
  if (target?.isExternal || (target && shaping.options.mode === 'imported'))
    shaping.images.push({ url: target.href, alt });
  else shaping.problems.push(problem('piece.noPicture', written.slice(0, 80)));
  if (!target?.isExternal || parents.includes('a')) return [text(caption)];
  const rel = shaping.options.mode === 'editor' ? ['noopener'] : ['nofollow', 'noopener'];
  return [make('a', [text(caption)], { href: target.href, rel })];
}

const blocks = /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|figcaption|td|th)$/;
const arabicScript = /[\u0600-\u06ff]/;

/**
 * Marks the outermost blocks that are mostly in a right-to-left language with `lang` and `dir`, unless their writer
 * did; in a text of such a language the others, which run from left to right.
 */
export function markDirection(tree: Root, lang?: string): void {
  for (const node of tree.children) if (node.type === 'element') mark(node);
  if (lang === undefined || !isRightToLeft(lang)) return;
  for (const node of tree.children)
    if (
      node.type === 'element' &&
      blocks.test(node.tagName) &&
      !node.properties.dir &&
      !arabicScript.test(textOf(node))
    )
      Object.assign(node.properties, { lang: node.properties.lang ?? languageOfText(textOf(node)), dir: 'ltr' });
}

/** @returns the text of the element */
function mark(node: Element): string {
  const text = node.children.map(textOf).join(' ');
  if (!arabicScript.test(text)) return text;
  const isBlock = blocks.test(node.tagName);
  if (isBlock && languageOfText(text) === 'ur') {
    node.properties.lang ??= 'ur';
    node.properties.dir ??= 'rtl';
  } else for (const child of node.children) if (child.type === 'element') mark(child);
  return text;
}

const textOf = (node: ElementContent): string =>
  node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join(' ') : '';

type Link = { href: string; isExternal: boolean };

const keyed = new RegExp(`^(${linkKinds.join('|')}):([^#\\s]+)(#\\S*)?$`);
const here = 'https://here.invalid';

/** Resolves a link of the source; null, with a problem noted, where the target is missing or unsafe. */
function resolveHref(raw: string, options: RenderOptions, problems: Problem[]): Link | null {
  const written = raw.trim();
  const key = keyed.exec(written);
  if (key) {
    const path = options.resolveLink?.(key[1] as LinkKind, percentDecoded(key[2]!)) ?? null;
    if (path === null) {
      problems.push(problem('piece.linkNowhere', short(written)));
      return null;
    }
    return { href: path + (key[3] ?? ''), isExternal: false };
  }
  if (written.startsWith('#')) return fragment(written);
  if (/^(?:\{|%7B)origin(?:\}|%7D)/i.test(written))
    return { href: written.replace(/^\{origin\}/, '%7Borigin%7D'), isExternal: false };
  if (/^tel:/i.test(written)) return telephone(written, problems);
  if (/^mailto:/i.test(written)) return mail(written, problems);
  return address(written, problems);
}

function fragment(written: string): Link | null {
  if (/^#s-[\w%-]+$/.test(written)) return { href: written, isExternal: false };
  const slug = slugify(percentDecoded(written.slice(1)), '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return slug ? { href: `#s-${slug}`, isExternal: false } : null;
}

function telephone(written: string, problems: Problem[]): Link | null {
  const number = percentDecoded(written.slice(4)).replace(/[\s().-]+/g, '');
  if (/^\+?[0-9*#]{2,18}$/.test(number)) return { href: `tel:${number.replaceAll('#', '%23')}`, isExternal: false };
  problems.push(problem('piece.noTelephone', short(written)));
  return null;
}

function mail(written: string, problems: Problem[]): Link | null {
  const url = URL.parse(written);
  const recipient = percentDecoded(url?.pathname ?? '');
  if (url && (/^[^\s@"<>,;\u0000-\u001f]{1,64}@[^\s@"<>,;/]{3,190}$/.test(recipient) || recipient === '{supportEmail}'))
    return { href: url.href, isExternal: false };
  problems.push(problem('piece.noMailAddress', short(written)));
  return null;
}

function address(written: string, problems: Problem[]): Link | null {
  const isRelative = !/^[a-z][a-z0-9+.-]*:/i.test(written) && !/^[/\\]/.test(written);
  const url = isRelative ? null : URL.parse(written, here);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    problems.push(problem('piece.linkNotFollowed', short(written)));
    return null;
  }
  if (url.origin !== here) return { href: url.href, isExternal: true };
  const path = url.pathname + url.search + url.hash;
  return /^\/[/\\]/.test(path) ? null : { href: path, isExternal: false };
}

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(/[\u0000-\u001f]/g, ' ');

const digits = /[\d\u0966-\u096f]/;
const numeric = /^[₹$€£+−–-]?\s?[\d\u0966-\u096f][\d\u0966-\u096f,.\s]*(?:%|lakh|crore|k|लाख|करोड़|प्रतिशत)?[*†]?$/i;
const empty = /^(?:|[-–—]|nil|n\/?a|शून्य)$/i;

/** A table in its own horizontal scroll container, focusable by keyboard, with numeric columns right-aligned. */
function scrollTable(table: Element, caption: string | null, fallbackLabel: string): Element {
  const rows = rowsOf(table);
  const columns = Math.max(0, ...rows.map((row) => row.cells.length));
  const hasSpans = rows.some((row) => row.cells.some((cell) => cell.properties.colSpan || cell.properties.rowSpan));
  const isRight = new Set(rows[0]?.cells.flatMap((cell, index) => (alignOf(cell) === 'right' ? [index] : [])) ?? []);
  const bodyRows = rows.filter((row) => row.section !== 'thead');

  for (let column = 0; column < columns; column += 1) {
    const values = bodyRows.map((row) => row.cells[column]).map((cell) => (cell ? plainText(cell) : ''));
    const filled = values.filter((value) => !empty.test(value));
    const isNumber = filled.length > 0 && filled.every((value) => numeric.test(value) && digits.test(value));
    const isSerial = column === 0 && !isRight.has(0);
    if (!isRight.has(column) && (!isNumber || isSerial || hasSpans)) continue;
    for (const row of rows) {
      const cell = row.cells[column];
      if (cell) cell.properties.className = ['num'];
    }
  }
  for (const row of rows) {
    for (const cell of row.cells) {
      delete cell.properties.align;
      delete cell.properties.style;
      if (row.section === 'thead' && cell.tagName === 'th') cell.properties.scope = 'col';
    }
  }

  const own = table.children.find((child): child is Element => isElement(child, 'caption'));
  const label = (own && plainText(own)) || caption || fallbackLabel;
  const children = table.children.filter((child) => child.type === 'element' && child.tagName !== 'colgroup');
  if (!own && caption) children.unshift(make('caption', [text(caption)]));
  return make('div', [make('table', children)], {
    className: ['scroll'],
    tabIndex: 0,
    role: 'group',
    ariaLabel: label.replaceAll('\n', ' ').slice(0, 200),
  });
}

type Row = { section: string; cells: Element[] };

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const read = (parent: Element, section: string) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      if (['thead', 'tbody', 'tfoot'].includes(child.tagName)) read(child, child.tagName);
      else if (child.tagName === 'tr')
        rows.push({ section, cells: child.children.filter((cell): cell is Element => isElement(cell, 'td', 'th')) });
    }
  };
  read(table, 'tbody');
  return rows;
}

const alignOf = (cell: Element) =>
  cell.properties.align ?? /text-align:\s*right/.exec(String(cell.properties.style ?? ''))?.[0].slice(-5);
