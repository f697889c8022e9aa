import type { PieceLanguage } from '../../messages/piece-languages.ts';
import type { Element, ElementContent } from 'hast';
import { isElement, make, text } from './hast-nodes.ts';
import { plainText } from './plain-text.server.ts';
import { textTags } from './text-tags.ts';

// Markup of Nagrik's own blocks (facts, papers, steps), made from plain Markdown lists.

type Words = { tick: string; fact: string };
const words: Partial<Record<PieceLanguage, Words>> & { en: Words } = {
  en: { tick: 'Tick what you have', fact: 'Good to know' },
  ta: { tick: 'உங்களிடம் இருப்பவற்றைக் குறிக்கவும்', fact: 'தெரிந்துகொள்ள' },
  hi: { tick: 'जो आपके पास है, उस पर निशान लगाएँ', fact: 'ध्यान दें' },
};

/** Turns the list inside `div.x-facts` into `dl.ledger.facts`; other children are kept around it unchanged. */
export function facts(node: Element, lang: PieceLanguage): ElementContent[] {
  return eachList(node, ['ul', 'ol'], (items) =>
    make(
      'dl',
      items.map((item) => {
        const { title, rest } = splitTitle(item.children, /[:：]\s*$/);
        return make('div', [make('dt', title ?? [text((words[lang] ?? words.en).fact)]), make('dd', rest)]);
      }),
      { className: ['ledger', 'facts'] },
    ),
  );
}

export function steps(node: Element): ElementContent[] {
  return eachList(node, ['ol', 'ul'], (items) =>
    make(
      'ol',
      items.map((item) => {
        const { title, rest } = splitTitle(item.children, /[.:।]\s*$/);
        return make('li', title ? [make('b', title), ...rest] : rest);
      }),
      { className: ['steps'] },
    ),
  );
}

export function papers(node: Element, lang: PieceLanguage): ElementContent[] {
  const [label, ...others] = significant(node.children);
  const title = isElement(label, 'p') ? label : make('p', [text((words[lang] ?? words.en).tick)]);
  const lists = isElement(label, 'p') ? others : significant(node.children);
  const rows = lists
    .flatMap((list) => (isElement(list, 'ul', 'ol') ? listItems(list) : []))
    .map((item) => {
      const { name, note } = splitDash(unwrapParagraphs(item.children));
      return make('label', [
        make('input', [], { type: 'checkbox' }),
        make('span', inlineOnly(name)),
        ...(note.length > 0 ? [make('small', inlineOnly(note))] : []),
      ]);
    });
  const rest = lists.filter((list) => !isElement(list, 'ul', 'ol'));
  return [
    make('div', [title, ...rows], { className: ['papers'], role: 'group', ariaLabel: plainText(title) }),
    ...rest,
  ];
}

const significant = (nodes: ElementContent[]) =>
  nodes.filter((node) => node.type !== 'text' || node.value.trim() !== '');
const listItems = (list: Element) => list.children.filter((child): child is Element => isElement(child, 'li'));

function eachList(node: Element, names: string[], build: (items: Element[]) => Element): ElementContent[] {
  return significant(node.children).map((child) =>
    isElement(child, ...names) && listItems(child).length > 0 ? build(listItems(child)) : child,
  );
}

/** Splits off an item's leading bold words, without the punctuation after them. */
function splitTitle(
  children: ElementContent[],
  ending: RegExp,
): { title: ElementContent[] | null; rest: ElementContent[] } {
  const flat = unwrapParagraphs(children);
  const [first, ...others] = significant(flat);
  if (isElement(first, 'strong', 'b')) {
    const rest = flat.slice(flat.indexOf(first) + 1);
    trimStart(rest, /^\s*[:：]?\s+|^[:：]\s*/);
    return { title: trimEnd(first.children, ending), rest };
  }
  if (first?.type === 'text') {
    const colon = /^([^:\n]{2,40}):\s+/.exec(first.value.trimStart());
    if (colon)
      return { title: [text(colon[1]!)], rest: [text(first.value.trimStart().slice(colon[0].length)), ...others] };
  }
  return { title: null, rest: flat };
}

/** Unwraps the first paragraph into the item itself; later blocks stay blocks. */
function unwrapParagraphs(children: ElementContent[]): ElementContent[] {
  const [first, ...others] = significant(children);
  if (isElement(first, 'p')) return [...first.children, ...others];
  return significant(children);
}

function trimEnd(nodes: ElementContent[], ending: RegExp): ElementContent[] {
  const last = nodes.at(-1);
  return last?.type === 'text' ? [...nodes.slice(0, -1), text(last.value.replace(ending, ''))] : nodes;
}

function trimStart(nodes: ElementContent[], beginning: RegExp): void {
  if (nodes[0]?.type === 'text') nodes[0] = text(nodes[0].value.replace(beginning, ''));
}

function splitDash(nodes: ElementContent[]): { name: ElementContent[]; note: ElementContent[] } {
  for (const [index, node] of nodes.entries()) {
    const dash = node.type === 'text' ? /\s[—–]\s/.exec(node.value) : null;
    if (node.type !== 'text' || !dash) continue;
    const after = node.value.slice(dash.index + dash[0].length);
    const before = node.value.slice(0, dash.index);
    return {
      name: [...nodes.slice(0, index), ...(before ? [text(before)] : [])],
      note: [text(after.charAt(0).toUpperCase() + after.slice(1)), ...nodes.slice(index + 1)],
    };
  }
  return { name: nodes, note: [] };
}

const inline = new Set([...textTags, 'code', 'kbd', 'br', 'wbr', 'bdi']);

/** HTML allows only phrasing content in a label: blocks inside it are reduced to their text. */
function inlineOnly(nodes: ElementContent[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== 'element') return [node];
    if (!inline.has(node.tagName)) return [text(` ${plainText(node).replaceAll('\n', '; ')}`)];
    return [{ ...node, children: inlineOnly(node.children) }];
  });
}
