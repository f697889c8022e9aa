export type PaperOf = { documents: { name: string; note: string | null }[]; name: string };
export type CombinedPaper = { name: string; notes: string[]; schemes: string[] };

const keyOf = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** Every paper once, with the schemes that ask for it; what most ask for comes first. */
export function combinePapers(schemes: readonly PaperOf[]): CombinedPaper[] {
  const papers = new Map<string, CombinedPaper>();
  for (const { name: scheme, documents } of schemes) {
    for (const { name, note } of documents) {
      const paper = papers.get(keyOf(name)) ?? { name, notes: [], schemes: [] };
      papers.set(keyOf(name), paper);
      if (note !== null && !paper.notes.includes(note)) paper.notes.push(note);
      if (!paper.schemes.includes(scheme)) paper.schemes.push(scheme);
    }
  }
  return [...papers.values()].sort((a, b) => b.schemes.length - a.schemes.length);
}
