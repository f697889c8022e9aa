import { createHash } from 'node:crypto';
import { linkKinds, rendererVersion, type LinkKind, type RenderOptions } from './render-markdown.server.ts';

const links = new RegExp(`\\b(${linkKinds.join('|')}):([\\p{L}\\p{N}_-]+(?:[:./%@][\\p{L}\\p{N}_%.-]+)*)`, 'gu');
const pictures = /\/?media\/[\w./-]+/g;

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/**
 * `input` hashes the source; `whole` also everything else that the HTML depends on: renderer, link targets, image
 * sizes.
 */
export type PieceHash = { input: string; whole: string };

export function hashPiece(input: object, body: string, options: RenderOptions): PieceHash {
  const own = hash(input);
  const targets = [...new Set([...body.matchAll(links)].map(([whole]) => whole))].map((link) => {
    const [kind, key] = link.split(':') as [LinkKind, string];
    return [link, options.resolveLink?.(kind, key) ?? null];
  });
  const sizes = [...new Set(body.match(pictures) ?? [])].map(
    (path) => options.imageSize?.(path.replace(/^\/?/, '/')) ?? null,
  );
  return { input: own, whole: `${own}-${hash([rendererVersion, options.mode, targets, sizes])}` };
}

/** Whether the source is unchanged, so that the piece keeps its date. */
export const isSameInput = (storedHash: string, piece: PieceHash) => storedHash.startsWith(`${piece.input}-`);
