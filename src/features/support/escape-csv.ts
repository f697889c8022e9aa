/** A CSV cell: always quoted, and escaped against formula injection in spreadsheets. */
export const csvCell = (value: string | number | Date | null): string => {
  const text = value === null ? '' : value instanceof Date ? value.toISOString() : String(value);
  return `"${(/^[\s\u0000]*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

export const csvLine = (values: (string | number | Date | null)[]): string => values.map(csvCell).join(',');
