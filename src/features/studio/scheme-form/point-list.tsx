import { studioScheme as words } from '../../../messages/studio-scheme.ts';
import { listOf, TextField, useMayWrite } from '../fields.tsx';
import { useRows } from './use-rows.ts';
import { Chip } from './value-controls.tsx';

/** A paper with its note, as one line of the record: 'Aadhaar card — linked to the bank'. */
type Paper = { name: string; note: string; dash: string };

const split = /^([^]*?)( [—–] )([^]*)$/;

export function readPaper(text: unknown): Paper {
  const line = typeof text === 'string' ? text : '';
  const [, name = line, dash = ' — ', note = ''] = split.exec(line) ?? [];
  return { name, note, dash };
}

export const writePaper = ({ name, note, dash }: Paper): string => (note === '' ? name : `${name}${dash}${note}`);

type Props = {
  label: string;
  hint?: string | undefined;
  /** One point of the list, for its label. */
  item: string;
  points: unknown;
  most: number;
  longest: number;
  /** Each point is a paper with a note. */
  hasNotes?: boolean;
  problemOf(at: number): string | undefined;
  onChange(points: unknown[] | undefined): void;
};

/** A list of sentences, one field each. */
export function PointList(props: Props) {
  const { label, hint, item, points, most, longest, hasNotes = false, problemOf, onChange } = props;
  const mayWrite = useMayWrite();
  const list = listOf<unknown>(points);
  const { keys, added, addButton, set, add, remove } = useRows(list, (next) =>
    onChange(next.length > 0 ? next : undefined),
  );
  const setPaper = (at: number, part: Partial<Paper>) => set(at, writePaper({ ...readPaper(list[at]), ...part }));
  return (
    <fieldset className="studio-choices scheme-points">
      <legend>{label}</legend>
      {hint && <span className="hint">{hint}</span>}
      {list.map((point, at) => (
        <div key={keys[at]} className="scheme-point">
          <TextField
            label={words.pointOf(item, at + 1)}
            value={hasNotes ? readPaper(point).name : point}
            rows={2}
            isLine
            maxLength={longest}
            problem={problemOf(at)}
            isFirst={added === at}
            onChange={(text) => (hasNotes ? setPaper(at, { name: text }) : set(at, text))}
          />
          {hasNotes && (
            <TextField
              label={words.noteOf(item, at + 1)}
              value={readPaper(point).note}
              rows={2}
              isLine
              maxLength={longest}
              onChange={(note) => setPaper(at, { note })}
            />
          )}
          {mayWrite && <Chip act={words.takeAway} of={words.pointOf(item, at + 1)} onClick={() => remove(at)} />}
        </div>
      ))}
      {mayWrite && list.length < most && (
        <div className="studio-row">
          <button type="button" className="btn ghost" ref={addButton} onClick={() => add('')}>
            {words.addPoint(item)}
          </button>
        </div>
      )}
    </fieldset>
  );
}
