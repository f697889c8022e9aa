import { languages } from './languages-here.ts';

/** Languages in which a piece may stand: these, and others of India that have no catalogue yet. */
export const pieceLanguages: readonly string[] = [
  ...new Set([...languages, 'as', 'bn', 'gu', 'kn', 'ml', 'mr', 'ne', 'or', 'pa', 'ur']),
];
/** One of `pieceLanguages`. */
export type PieceLanguage = string;
