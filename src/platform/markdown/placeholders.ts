const names = ['organization', 'grievanceOfficer', 'supportEmail', 'origin'];
const encoded = new RegExp(`%7B(${names.join('|')})%7D`, 'g');

/** Markdown percent-encodes braces in URLs; the placeholders of the owner's text pages must be restored. */
export const restorePlaceholders = (html: string) => html.replace(encoded, '{$1}');
