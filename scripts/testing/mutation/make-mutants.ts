import { parseSync } from 'vite';

type Span = { start: number; end: number };
/**
 * One small change to a file. `start` and `end`: offsets of the text that `to` replaces; `within`: the smallest
 * expression, statement or block that holds it.
 */
export type Mutant = Span & {
  line: number;
  from: string;
  to: string;
  within: Span & { kind: 'expression' | 'statement' | 'block' };
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const operators: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '++': '--',
  '--': '++',
  '+=': '-=',
  '-=': '+=',
};
const inSql: Record<string, string> = { ...operators, '<=': '>', '>=': '<', and: 'or', or: 'and' };

// Of TypeScript's own syntax, only these wrap code that runs.
const wrappers = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);
// Sentences are for people; tests that repeat them word for word would only copy the source.
const isSentence = (text: string) => text.trim().split(/\s+/).length > 2;

/**
 * Every mutant of a TypeScript file: conditions, comparisons, arithmetic, booleans, strings, return values, removed
 * statements and blocks, and comparisons inside sql`…`. Nothing of types, imports and sentences.
 * @throws SyntaxError
 */
export function makeMutants(code: string, name = 'module.ts'): Mutant[] {
  const { program, errors } = parseSync(name, code, { lang: name.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new SyntaxError(`${name}: ${errors[0]!.message}`);
  const mutants: Mutant[] = [];
  const add: Add = ({ start, end }, to, { within = { start, end }, kind = 'expression' } = {}) => {
    const from = code.slice(start, end);
    const line = code.slice(0, start).split('\n').length;
    if (from.trim() !== to)
      mutants.push({ start, end, line, from, to, within: { start: within.start, end: within.end, kind } });
  };
  walk(program as unknown as Node, null, (node, parent) => mutate(node, parent, code, add));
  const known = new Set<string>();
  return mutants.filter(({ start, end, to }) => {
    const key = `${start} ${end} ${to}`;
    return !known.has(key) && known.add(key);
  });
}

/** The file with the mutant in it. */
export const withMutant = (code: string, { start, end, to }: Mutant) => code.slice(0, start) + to + code.slice(end);

function walk(node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void {
  if (node.type.startsWith('TS') && !wrappers.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  visit(node, parent);
  for (const [key, value] of Object.entries(node)) {
    if (isNamePart(node, key)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, node, visit);
  }
}

const isNamePart = ({ type, computed }: Node, key: string) =>
  ['source', 'returnType', 'typeAnnotation', 'typeArguments', 'typeParameters'].includes(key) ||
  (key === 'key' && !computed) ||
  (key === 'property' && type === 'MemberExpression' && !computed) ||
  (key === 'directive' && type === 'ExpressionStatement');

const keepsItsText = new Set(['ExpressionStatement', 'JSXAttribute']);

type Add = (span: Span, to: string, place?: { within?: Span; kind?: Mutant['within']['kind'] }) => void;

function mutate(node: Node, parent: Node | null, code: string, add: Add): void {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      add(node.test as Node, 'true');
      add(node.test as Node, 'false');
      break;
    // A condition that is always true would only show that the test stops after a while.
    case 'WhileStatement':
    case 'ForStatement':
      if (node.test) add(node.test as Node, 'false');
      break;
    case 'BinaryExpression':
      if (node.operator !== '+' || ![node.left, node.right].some((side) => isText(side as Node)))
        swapOperator(node, node.left as Node, node.right as Node, code, add);
      break;
    case 'LogicalExpression':
    case 'AssignmentExpression':
      swapOperator(node, node.left as Node, node.right as Node, code, add);
      break;
    case 'UpdateExpression':
      add(
        node,
        code.slice(node.start, node.end).replace(/\+\+|--/, (sign) => operators[sign]!),
      );
      break;
    case 'UnaryExpression':
      if (node.operator === '!' || node.operator === '-')
        add(node, code.slice((node.argument as Node).start, node.end));
      break;
    case 'Literal':
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      else if (typeof node.value === 'string' && !isSentence(node.value) && !keepsItsText.has(parent?.type ?? ''))
        add(node, node.value === '' ? "'mutated'" : "''");
      break;
    case 'TemplateLiteral':
      if (parent?.type !== 'TaggedTemplateExpression' && !isSentence(textOf(node))) add(node, "''");
      break;
    case 'TaggedTemplateExpression':
      if ((node.tag as Node).name === 'sql') mutateSql(node, code, add);
      break;
    case 'BlockStatement':
      if ((node.body as Node[]).length > 0) add(node, '{}', { kind: 'block' });
      break;
    case 'ExpressionStatement':
      add(node, ';', { kind: 'statement' });
      break;
    case 'ReturnStatement':
      if (node.argument) add(node.argument as Node, 'undefined');
      break;
    case 'ArrowFunctionExpression':
      if ((node.body as Node).type !== 'BlockStatement') add(withParentheses(node, code), 'undefined');
      break;
  }
}

const isText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
const textOf = (template: Node) =>
  (template.quasis as Node[]).map((part) => (part.value as { raw: string }).raw).join(' x ');

function swapOperator(node: Node, left: Node, right: Node, code: string, add: Add): void {
  const to = operators[node.operator as string];
  // `a ?? b || c` would be no JavaScript, and `a && b || c` means another order.
  if (to && [left, right].some(({ type }) => type === 'LogicalExpression'))
    return add(node, `(${code.slice(left.start, left.end)}) ${to} (${code.slice(right.start, right.end)})`);
  const start = code.indexOf(node.operator as string, left.end);
  if (to !== undefined && start >= left.end && start < right.start)
    add({ start, end: start + (node.operator as string).length }, to, { within: node });
}

/** An arrow function's expression, with the parentheses around it. */
function withParentheses(arrow: Node, code: string): Span {
  const { start } = arrow.body as Node;
  return { start: code.lastIndexOf('=>', start) + 2, end: arrow.end };
}

function mutateSql(tagged: Node, code: string, add: Add): void {
  for (const { start, end } of (tagged.quasi as Node).quasis as Node[]) {
    const text = code.slice(start, end);
    const change = (match: RegExpExecArray, to: string) =>
      add({ start: start + match.index, end: start + match.index + match[0].length }, to, { within: tagged });
    for (const match of text.matchAll(/(?<=\s)(<=|>=|<|>|\+|-|and|or)(?=\s)/g)) change(match, inSql[match[0]]!);
    for (const match of text.matchAll(/\bis (not )?null\b/g)) change(match, match[1] ? 'is null' : 'is not null');
  }
}
