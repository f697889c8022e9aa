const names = ['organization', 'grievanceOfficer', 'supportEmail', 'origin'];
const encoded = new RegExp(`%7B(${names.join('|')})%7D`, 'g');

/** Braces in addresses come out of Markdown encoded; placeholders of the owner's text pages must stay as they are. */
export const restorePlaceholders = (html: string) => html.replace(encoded, '{$1}');
