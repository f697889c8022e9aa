/** A paper with its note, as one line of the record: 'Aadhaar card — linked to the bank'. */
export type Paper = { name: string; note: string; dash: string };

const split = /^([^]*?)( [—–] )([^]*)$/;

export function readPaper(text: unknown): Paper {
  const line = typeof text === 'string' ? text : '';
  const [, name = line, dash = ' — ', note = ''] = split.exec(line) ?? [];
  return { name, note, dash };
}

export const writePaper = ({ name, note, dash }: Paper): string => (note === '' ? name : `${name}${dash}${note}`);
