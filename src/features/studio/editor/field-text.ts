/** A field of the front matter as lines that people can read and compare. */
export function fieldText(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object')) return value.join(', ');
    return value.map((item) => `${indent}- ${fieldText(item, `${indent}  `).trimStart()}`).join('\n');
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, item]) => {
        const text = fieldText(item, `${indent}  `);
        return `${indent}${name}:${text.includes('\n') ? '\n' : ' '}${text}`;
      })
      .join('\n');
  return String(value as string | number | boolean);
}
