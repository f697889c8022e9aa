import { jsonPieces } from '../platform/process/json-pieces.ts';

/** What a feature exports, as it stands in the file. */
export async function exported<Shown = Record<string, unknown>>(value: unknown): Promise<Shown> {
  let text = '';
  for await (const piece of jsonPieces(await value)) text += piece;
  return JSON.parse(text) as Shown;
}
