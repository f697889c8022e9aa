export type PaperOf = { documents: { name: string; note: string | null }[]; name: string };
export type CombinedPaper = { name: string; notes: string[]; schemes: string[] };

const normal = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim();

// Synonyms of a document, matched on the whole name only: 'Aadhaar of all family members' is a different document.
const sameness = [
  ['aadhaar', 'aadhaar card', 'aadhaar number', 'aadhar', 'aadhar card', 'आधार', 'आधार कार्ड'],
  ['passbook', 'bank passbook', 'bank or post office passbook', 'savings account passbook', 'बैंक पासबुक'],
  ['mobile number', 'mobile phone', 'मोबाइल नंबर'],
  ['photograph', 'photo', 'passport size photograph', 'passport-size photograph'],
];
const sameAs = new Map(sameness.flatMap((names) => names.map((name) => [name, names[0]!] as const)));

const keyOf = (name: string) => {
  const key = normal(name).toLowerCase();
  return sameAs.get(key) ?? key;
};

/** One entry for each document under its longest name, with the schemes that need it; the most needed first. */
export function combinePapers(schemes: readonly PaperOf[]): CombinedPaper[] {
  const papers = new Map<string, CombinedPaper>();
  for (const { name: scheme, documents } of schemes) {
    for (const { name, note } of documents) {
      const paper = papers.get(keyOf(name)) ?? { name, notes: [], schemes: [] };
      papers.set(keyOf(name), paper);
      if (normal(name).length > normal(paper.name).length) paper.name = name;
      if (note !== null && !paper.notes.includes(note)) paper.notes.push(note);
      if (!paper.schemes.includes(scheme)) paper.schemes.push(scheme);
    }
  }
  return [...papers.values()].sort((a, b) => b.schemes.length - a.schemes.length);
}
