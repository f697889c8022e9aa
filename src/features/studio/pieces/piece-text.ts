import type { PieceLanguage } from '../../../messages/piece-languages.ts';
import type { Rendered, RenderOptions } from '../../../platform/markdown/markdown.types.ts';

export type Size = { width: number; height: number };
/** A text to be rendered; what its links and pictures need is looked up before, as a worker has no database. */
export type TextSide = {
  body: string;
  lang: PieceLanguage | undefined;
  links: [string, string][];
  sizes: [string, Size][];
};
export type Rendering = { rendering: TextSide & { mode: RenderOptions['mode'] } };

/** Texts that a transaction shows, by what their HTML depends on: each is rendered once. */
export type Ahead = Map<string, Rendered>;

/** In the worker: what `TextSide` says, as the renderer asks for it. */
export function optionsOf({ lang, links, sizes }: TextSide): Omit<RenderOptions, 'mode'> {
  const [paths, known] = [new Map(links), new Map(sizes)];
  return {
    lang,
    resolveLink: (kind, key) => paths.get(`${kind}:${key}`) ?? null,
    imageSize: (path) => known.get(path) ?? null,
  };
}
