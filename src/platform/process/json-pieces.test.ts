import { describe, expect, it } from 'vitest';
import { inKeyset, jsonPieces } from './json-pieces.ts';

async function textOf(value: unknown): Promise<string> {
  let text = '';
  for await (const piece of jsonPieces(value)) text += piece;
  return text;
}
async function* batches<Row>(...all: Row[][]) {
  yield* all;
}

describe('JSON in pieces', () => {
  it('is the JSON of the whole, with batches as one array, at any depth', async () => {
    const at = new Date(0);
    const value = {
      a: 1,
      at,
      none: null,
      gone: undefined,
      'क"': {
        rows: batches([{ id: 1, gone: undefined }], [], [{ id: 2 }, { id: 3 }]),
        no: batches<number>(),
        none: {},
      },
      list: [at, 'x'],
    };
    expect(JSON.parse(await textOf(value))).toEqual({
      a: 1,
      at: at.toISOString(),
      none: null,
      'क"': { rows: [{ id: 1 }, { id: 2 }, { id: 3 }], no: [], none: {} },
      list: [at.toISOString(), 'x'],
    });
    for (const plain of [null, 'a', 5, [], {}, [1, { a: 2 }]]) expect(await textOf(plain)).toBe(JSON.stringify(plain));
  });
});

describe('reading by keyset', () => {
  const rows = Array.from({ length: 7 }, (_, at) => at + 1);
  const read = async (after: number | undefined, size: number) =>
    rows.filter((row) => row > (after ?? 0)).slice(0, size);
  it.each([
    [3, Infinity, 7],
    [7, Infinity, 7],
    [100, Infinity, 7],
    [3, 5, 5],
    [3, 6, 6],
  ])('in batches of %d and at most %d rows yields %d, each once', async (size, most, count) => {
    const found: number[] = [];
    for await (const batch of inKeyset(size, read, (row) => row, most)) {
      expect(batch.length).toBeLessThanOrEqual(size);
      found.push(...batch);
    }
    expect(found).toEqual(rows.slice(0, count));
  });
});
