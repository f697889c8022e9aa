import type { Link, Nodes, Parents, Root, Text } from 'mdast';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types';
import type { Processor } from 'unified';

const indian =
  /[\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Arabic}]/u;
const isWordOfIndia = (code: Code) =>
  code !== null && code > 127 && /[\p{L}\p{M}]/u.test(signOf(code)) && indian.test(signOf(code));
const isDigit = (code: Code) => code !== null && code > 0 && /\p{Nd}/u.test(signOf(code));
const signOf = (code: number) => String.fromCodePoint(code);
const isSpace = (code: Code) => code === null || code < 0 || /\s/.test(signOf(code));
const isPunctuation = (code: Code) => code !== null && code > 0 && /[\p{P}\p{S}]/u.test(signOf(code));

/**
 * Asterisks as CommonMark has them, but for two rules: between two digits they are a sum, and beside a letter of an
 * Indian script, whose endings are written without a space, they may open or close next to punctuation.
 */
function tokenizeAsterisks(this: TokenizeContext, effects: Effects, ok: State): State {
  const { previous } = this;
  const markers = this.parser.constructs.attentionMarkers.null ?? [];
  return function start(code: Code): State | undefined {
    effects.enter('attentionSequence');
    return inside(code);
  };
  function inside(code: Code): State | undefined {
    if (code === 42) {
      effects.consume(code);
      return inside;
    }
    const token = effects.exit('attentionSequence');
    const isSum = isDigit(previous) && isDigit(code);
    const [before, after] = [isPunctuation(previous), isPunctuation(code)];
    token._open =
      !isSum &&
      !isSpace(code) &&
      (!after || before || isSpace(previous) || isWordOfIndia(previous) || (code !== null && markers.includes(code)));
    token._close =
      !isSum &&
      !isSpace(previous) &&
      (!before || after || isSpace(code) || isWordOfIndia(code) || (previous !== null && markers.includes(previous)));
    return ok(code);
  }
}

const asterisks: Construct = { ...attention, name: 'indianAttention', tokenize: tokenizeAsterisks };

/** For remark: emphasis in Indian text, and bare addresses that end where a reader sees them end. */
export function addIndianMarkdown(processor: Processor): void {
  const data = processor.data() as { micromarkExtensions?: unknown[]; fromMarkdownExtensions?: unknown[] };
  (data.micromarkExtensions ??= []).push({ text: { 42: asterisks }, insideSpan: { null: [asterisks] } });
  (data.fromMarkdownExtensions ??= []).push({ transforms: [endBareLinks] });
}

function endBareLinks(tree: Root): void {
  const open: Parents[] = [tree];
  for (let parent = open.pop(); parent; parent = open.pop()) {
    const done: Nodes[] = [];
    for (const node of parent.children as Nodes[]) {
      if (isBare(node)) done.push(...emphasised(done, ended(node)));
      else done.push(node);
    }
    parent.children = done as never[];
    for (const child of parent.children as Nodes[]) if ('children' in child && child.type !== 'link') open.push(child);
  }
}

type Bare = Link & { children: [Text] };
/** Written as it reads: not `<address>` nor `[text](address)`. */
function isBare(node: Nodes): node is Bare {
  if (node.type !== 'link' || node.children.length !== 1) return false;
  const [label] = node.children;
  if (label?.type !== 'text' || !/^(?:https?:\/\/|www\.)/i.test(label.value)) return false;
  const { start, end } = node.position ?? {};
  return start?.offset === undefined || end?.offset === undefined || end.offset - start.offset === label.value.length;
}

function ended(link: Bare): (Link | Text)[] {
  const [label] = link.children;
  const shown = label.value.slice(0, endOf(label.value));
  if (shown === label.value) return [link];
  const rest: Text = { type: 'text', value: label.value.slice(shown.length) };
  const { position: _, ...bare } = link;
  if (shown === '') return [rest];
  return [
    { ...bare, url: (/^www/i.test(shown) ? 'http://' : '') + shown, children: [{ type: 'text', value: shown }] },
    rest,
  ];
}

const farthestBack = 20;
/** An emphasis that ends with a bare address: its asterisks had been taken for the address's path. */
function emphasised(before: Nodes[], [link, rest]: (Link | Text)[]): Nodes[] {
  const all = [link, rest].filter((node) => node !== undefined);
  const run = rest?.type === 'text' && /^\*{1,2}(?!\*)/.exec(rest.value)?.[0];
  if (!run) return all;
  const opening = new RegExp(`(?<!\\*)\\*{${run.length}}(?![\\s*])`, 'g');
  for (let at = before.length - 1; at >= Math.max(0, before.length - farthestBack); at -= 1) {
    const node = before[at]!;
    const start = node.type === 'text' ? [...node.value.matchAll(opening)].at(-1)?.index : undefined;
    if (node.type !== 'text' || start === undefined) continue;
    const first = { type: 'text', value: node.value.slice(start + run.length) } as const;
    const children = [first, ...before.splice(at + 1), link].filter((one) => one?.type !== 'text' || one.value !== '');
    node.value = node.value.slice(0, start);
    const emphasis = { type: run.length === 2 ? 'strong' : 'emphasis', children } as Nodes;
    return [emphasis, { type: 'text', value: rest.value.slice(run.length) }];
  }
  return all;
}

/** Where a bare address ends; 0 where it is none, such as one whose host has letters that look like others. */
function endOf(text: string): number {
  const scheme = /^https?:\/\//i.exec(text)?.[0].length ?? 0;
  const pathAt = text.slice(scheme).search(/[/?#]/);
  const hostEnd = pathAt < 0 ? text.length : scheme + pathAt;
  const foreign = text.slice(scheme, hostEnd).search(/[^\u0000-\u007f]/);
  if (foreign >= 0) {
    const at = scheme + foreign;
    if (/[\p{L}\p{N}]/u.test(text[at]!) && !isWordOfIndia(text.codePointAt(at)!)) return 0;
    let end = at;
    while (end > scheme && !/[a-z\d]/i.test(text[end - 1]!)) end -= 1;
    return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/i.test(text.slice(scheme, end)) ? end : 0;
  }
  // Dandas, quotes and dashes, or a word of India right behind a Latin letter or digit: no path has them.
  const glued = text.slice(hostEnd).search(/[।॥‘’“”„«»‹›…—–、。]|(?<=[a-z\d])(?=[^\u0000-\u007f])\p{L}/iu);
  let end = glued < 0 ? text.length : hostEnd + glued;
  // One sign at a time: a text may end with thousands of them.
  while (end > hostEnd && /[^\u0000-\u007f\p{L}\p{M}\p{N}]$/u.test(text.slice(end - 2, end))) end -= 1;
  if (end === text.length) return end;
  // A bracket belongs to an address where it was opened in it.
  const shown = text.slice(0, end);
  let unopened = (shown.match(/[)\]]/g)?.length ?? 0) - (shown.match(/[([]/g)?.length ?? 0);
  for (; end > hostEnd; end -= 1) {
    const isClosing = /[)\]]/.test(text[end - 1]!);
    if (isClosing ? unopened <= 0 : !/[?!.,:;*_~'"]/.test(text[end - 1]!)) break;
    if (isClosing) unopened -= 1;
  }
  return end;
}
