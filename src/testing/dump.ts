/** Attributes of a row. */
export type DumpRow = Record<string, string | number>;

const escaped = (text: string) => text.replace(/[&<>"\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A file of a Stack Exchange dump. */
export const dumpXml = (root: string, rows: DumpRow[]) =>
  `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<${root}>\n${rows
    .map(
      (row) =>
        `  <row ${Object.entries(row)
          .map(([name, value]) => `${name}="${escaped(String(value))}"`)
          .join(' ')} />`,
    )
    .join('\n')}\n</${root}>`;

export const dumpTime = (day: number) => `2019-03-${String(day).padStart(2, '0')}T10:00:00.123`;
