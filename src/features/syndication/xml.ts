const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text for XML 1.0: signs escaped, and what XML cannot hold left out. */
export const xmlText = (text: string): string =>
  // Just these may not stand in XML.
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"']/g, (sign) => escapes[sign] as string);

/** `<name>text</name>`; nothing where there is no text. */
export const element = (name: string, text: string | number | null | undefined): string =>
  text === null || text === undefined || text === '' ? '' : `<${name}>${xmlText(String(text))}</${name}>`;

export const xmlDocument = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;
