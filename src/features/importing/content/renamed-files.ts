/** By kind: names of files that take over numbers, in the rounds of `followRenames`. */
export type RenamedFiles = Record<'articles' | 'videos', string[][]>;
export const nothingRenamed = (): RenamedFiles => ({ articles: [], videos: [] });

type Files = ReadonlyMap<string, { data: { id?: number | undefined } }>;

/**
 * A file with the number of a piece, under a name that no piece has, is that piece's file: also where the former name is
 * another file's now. @param stored pieces by name
 * @returns pieces by the names that they will have, and the files that are renamed, in rounds: each is saved before the
 *   next, which may use the names that it frees
 */
export function followRenames<Piece extends { id: number }>(stored: ReadonlyMap<string, Piece>, files: Files) {
  const pieces = new Map(stored);
  const names = new Map([...stored].map(([name, { id }]) => [id, name]));
  const rounds: string[][] = [];
  /** The file takes over the number of a piece whose own file, if there is one, has another number. */
  const takesOver = (name: string, id: number | undefined): id is number => {
    const former = id === undefined ? undefined : names.get(id);
    return former !== undefined && !pieces.has(name) && files.get(former)?.data.id !== id;
  };
  for (;;) {
    const round = [...files].filter(([name, { data }]) => takesOver(name, data.id));
    if (round.length === 0) return { pieces, rounds };
    const renamed: string[] = [];
    for (const [name, { data }] of round) {
      // An earlier file of the round may have the same number.
      if (!takesOver(name, data.id)) continue;
      const former = names.get(data.id)!;
      pieces.set(name, pieces.get(former)!);
      pieces.delete(former);
      names.set(data.id, name);
      renamed.push(name);
    }
    rounds.push(renamed);
  }
}

/** Files in the order in which they are saved. @param rounds of `followRenames` */
export function inRounds<File>(files: ReadonlyMap<string, File>, rounds: string[][]): File[][] {
  const renamed = new Set(rounds.flat());
  const others = [...files].filter(([name]) => !renamed.has(name));
  return [...rounds.map((names) => names.map((name) => files.get(name)!)), others.map(([, file]) => file)];
}
