import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { langOf } from '../../../ui/format.ts';
import { type Change, wordChanges } from './word-changes.ts';

const around = 140;

/** Long stretches that are the same are cut in the middle. */
function short(text: string): string {
  return text.length <= around * 2 + 40 ? text : `${text.slice(0, around)} … ${text.slice(-around)}`;
}

/** What differs, by word: new words underlined, gone ones struck out, and both said to screen readers. */
export function Changes({ before, after }: { before: string; after: string }) {
  return <ShownChanges changes={wordChanges(before, after)} lang={langOf(after || before)} />;
}

/** What was compared elsewhere. @param lang of the text; of its words where absent */
export function ShownChanges({ changes, lang }: { changes: Change[]; lang?: string | undefined }) {
  if (changes.every(({ kind }) => kind === 'same')) return <p className="soft">{words.noDifference}</p>;
  return (
    <div className="studio-changes" lang={lang ?? langOf(changes.map(({ text }) => text).join(''))}>
      {changes.map((change, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of one comparison have no other name
        <Part key={at} {...change} />
      ))}
    </div>
  );
}

function Part({ kind, text }: Change) {
  if (kind === 'same') return <span>{short(text)}</span>;
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="vh">{`[${kind === 'added' ? words.added : words.gone}] `}</span>
      {text}
    </Mark>
  );
}
