import type { Language } from '../../../messages/catalogue.ts';
import type { StudioKind, StudioState } from '../../../database/schema.ts';

/** @param path of a field, or of a part of it */
export const fieldOf = (path: string): string => path.split('.', 1)[0]!;

export type Fields = Record<string, unknown>;
export type Problem = { path: string; message: string; isBlocking: boolean };

/** A working copy as the studio has it. */
export type OpenPiece = {
  id: number;
  key: string;
  title: string;
  revision: number;
  state: StudioState;
  live: number | null;
  at: string | null;
  canonicalUrl: string | null;
  updatedByName: string;
  /** The front matter as it was written. */
  fields: Fields;
  body: string;
  problems: Problem[];
  mayWrite: boolean;
  /** Whether this person wrote a part of what readers do not see yet: then somebody else has to approve it. */
  hasWritten: boolean;
};

type Named = { key: string; name: string };

export type EditorProps = {
  /** Whose texts are kept on this device. */
  person: string;
  /** Stands beside what this person checks. */
  personName: string;
  kind: StudioKind;
  /** The field that names the piece. */
  titleField: string;
  hasBody: boolean;
  /** All fields that a piece of this kind may have. */
  fieldNames: string[];
  /** Of a new piece, where it is not the site's default: the language in which it is begun. */
  startLang?: Language;
  /** Null for a new piece. */
  open: OpenPiece | null;
  may: { review: boolean; publish: boolean; end: boolean; remove: boolean; emergency: boolean; share: boolean };
  authors: Named[];
  categories: Named[];
  helplines: { number: string; name: string }[];
  /** Titles of the live pieces that a part of the home page names, by 'article:pm-kisan'. */
  titles: Record<string, string>;
  /** Of the site, without the default one; the browser alone does not know them. */
  otherLanguages: Language[];
  /** Into which this person may translate the text; null for what is not translated by paragraph. */
  translateInto: Language[] | null;
};
