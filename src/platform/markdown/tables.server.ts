import type { Element } from 'hast';
import { element, isElement, text } from './blocks.server.ts';
import { plainText } from './plain-text.server.ts';

const digits = /[\d\u0966-\u096f]/;
const numeric = /^[₹$€£+−–-]?\s?[\d\u0966-\u096f][\d\u0966-\u096f,.\s]*(?:%|lakh|crore|k|लाख|करोड़|प्रतिशत)?[*†]?$/i;
const empty = /^(?:|[-–—]|nil|n\/?a|शून्य)$/i;

/** A table in its own horizontal scroll container, focusable by keyboard, with numeric columns right-aligned. */
export function scrollTable(table: Element, caption: string | null, fallbackLabel: string): Element {
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
  if (!own && caption) children.unshift(element('caption', {}, [text(caption)]));
  return element(
    'div',
    { className: ['scroll'], tabIndex: 0, role: 'group', ariaLabel: label.replaceAll('\n', ' ').slice(0, 200) },
    [element('table', {}, children)],
  );
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
