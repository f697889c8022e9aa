import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Element, ElementContent, Root } from 'hast';
import { slugify } from '../wire/ids.ts';
import { element, facts, isElement, papers, steps, text } from './blocks.server.ts';
import { hostToShow, isDisguised } from './link-hosts.server.ts';
import { resolveHref } from './links.server.ts';
import type { Rendered, RenderOptions, TocEntry } from './markdown.types.ts';
import { plainText } from './plain-text.server.ts';
import { scrollTable } from './tables.server.ts';
import { problem, type Problem } from '../wire/problem.ts';

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
          element(
            parents.includes('p') ? 'strong' : 'p',
            {},
            parents.includes('p') ? node.children : [element('strong', {}, node.children)],
          ),
        ];
  }
  const depth = node.properties.dataNotes ? 2 : Math.min(shaping.ranks.get(rank) ?? 2, shaping.lastRank + 1, 6);
  shaping.lastRank = depth;
  shaping.lastHeading = title;
  if (depth > 3) return [element(`h${depth}`, {}, node.children)];
  const id = uniqueId(title, shaping.ids);
  shaping.toc.push({ id, text: title.slice(0, 200), depth: depth as 2 | 3 });
  return [element(`h${depth}`, { id }, node.children)];
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
    element(
      'a',
      { href: target.href, ...(id ? { id } : {}), ...(target.isExternal ? { rel } : {}), ...back },
      node.children,
    ),
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
      element(
        'img',
        { src: path, alt, width: size.width, height: size.height, loading: 'lazy', decoding: 'async' },
        [],
      ),
    ];
  }
  const caption = alt ? `${wordsIn(shaping.lang).picture}: ${alt}` : wordsIn(shaping.lang).picture;
  const target = /^data:/i.test(written) ? null : resolveHref(written, shaping.options, []);
  if (target?.isExternal || (target && shaping.options.mode === 'imported'))
    shaping.images.push({ url: target.href, alt });
  else shaping.problems.push(problem('piece.noPicture', written.slice(0, 80)));
  if (!target?.isExternal || parents.includes('a')) return [text(caption)];
  const rel = shaping.options.mode === 'editor' ? ['noopener'] : ['nofollow', 'noopener'];
  return [element('a', { href: target.href, rel }, [text(caption)])];
}
