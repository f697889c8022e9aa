/** UTF-16 units of a message that is checked. */
export const longestMessage = 5_000;

/** The fields of a Web Share Target, or of our own form, as one text. */
export const joinShared = (fields: (string | null)[]): string =>
  fields
    .map((field) => field?.trim() ?? '')
    .filter((field, at, all) => field !== '' && all.indexOf(field) === at)
    .join('\n')
    .replaceAll(/\r\n?/g, '\n');
