const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes text for XML 1.0, and drops characters that XML cannot represent. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => escapes[sign] as string);

/** `<name>text</name>`; empty for an empty or missing text. */
export const element = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${xmlText(String(text))}</${name}>`;

export const xmlDocument = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
