import type { StudioFields } from '../../../database/schema.ts';
import { fieldText } from '../editor/field-text.ts';
import { sameWords } from './align-blocks.ts';
import type { TranslationState } from './translation-state.ts';

/** For each field the revision of the original that it was translated from; null: not translated yet. */
export type FieldFollows = Record<string, number | null>;
export type FieldRow = { name: string; state: TranslationState; text: string; before: string | null };

/** Of web stories and calls to action: what is no text, but a list or a record. */
const structured = ['pages', 'questions', 'rules', 'nextSteps', 'papers'];
export const isStructured = (name: string): boolean => structured.includes(name);
/** Fields that readers see beside the text; of a web story and a call to action they are all there is. */
const worded = ['title', 'summary', 'description', ...structured, 'officialUrl', 'helpline'];
export const wordedOf = (known: readonly string[]): string[] => worded.filter((name) => known.includes(name));

export const wordsOf = (fields: StudioFields, name: string): string => fieldText(fields[name]).trim();

type Texts = {
  own: StudioFields;
  now: StudioFields;
  /** Of an older revision of the original; null where it was erased. */
  fieldsIn(revision: number): StudioFields | null;
};

/** Title and summary as paragraphs are compared; a field that neither piece has is no row. */
export function fieldRowsOf(follows: FieldFollows, { own, now, fieldsIn }: Texts): FieldRow[] {
  return Object.entries(follows).flatMap(([name, revision]): FieldRow[] => {
    const [mine, text] = [wordsOf(own, name), wordsOf(now, name)];
    if (mine === '' && text === '') return [];
    if (revision === null) return [{ name, text, state: text === '' ? 'own' : 'missing', before: null }];
    const followed = fieldsIn(revision);
    const before = followed === null ? text : wordsOf(followed, name);
    if (sameWords(before, text)) {
      const state = text === '' ? 'own' : mine === '' ? 'left_out' : 'same';
      return [{ name, text, state, before: null }];
    }
    if (mine === '') return [{ name, text, state: 'missing', before: null }];
    return [{ name, text, state: text === '' ? 'gone' : 'changed', before }];
  });
}

/** The named fields follow the original's revision of now: they were edited, or somebody says that they are right. */
export const withFields = (follows: FieldFollows, names: readonly string[], revision: number): FieldFollows => ({
  ...follows,
  ...Object.fromEntries(names.map((name) => [name, revision])),
});
