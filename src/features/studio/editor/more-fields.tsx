import { useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { labelOf } from './detail-fields.tsx';
import type { Fields } from './editor-props.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';

type Yaml = Pick<typeof import('yaml'), 'parse' | 'stringify'>;
type Props = { saver: PieceSaver; now: Snapshot; names: string[]; mayWrite: boolean; isOpen: boolean };

/** Fields without a form, as YAML. Only a field whose value changes is sent, so that the others keep theirs. */
export function MoreFields({ saver, now, names, mayWrite, isOpen }: Props) {
  const [yaml, setYaml] = useState<Yaml | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const isOurs = useRef(false);

  const read = (): Fields =>
    Object.fromEntries(names.map((name) => [name, saver.value(name)]).filter(([, value]) => value != null));
  const values = JSON.stringify(read());

  useEffect(() => {
    if (!yaml) return;
    // What was typed here stays as it was typed: comments, quotes and half a line.
    if (!isOurs.current) setText(values === '{}' ? '' : yaml.stringify(JSON.parse(values), { lineWidth: 0 }));
    isOurs.current = false;
  }, [yaml, values]);

  const load = () => {
    if (!yaml) void import('yaml').then(({ parse, stringify }) => setYaml({ parse, stringify }));
  };
  useEffect(() => {
    if (isOpen) load();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later it opens by hand
  }, []);

  const change = (typed: string) => {
    setText(typed);
    let parsed: unknown;
    try {
      parsed = typed.trim() === '' ? {} : yaml!.parse(typed);
    } catch (error) {
      return setProblem(words.moreWrong(String((error as Error).message).split('\n', 1)[0]!));
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return setProblem(words.moreWrong('name: value'));
    const unknown = Object.keys(parsed).find((name) => !names.includes(name));
    if (unknown !== undefined) return setProblem(words.moreWrong(unknown));
    setProblem('');
    const next = parsed as Fields;
    const before = JSON.stringify(read());
    for (const name of names) saver.change(name, next[name] ?? null);
    isOurs.current = JSON.stringify(read()) !== before;
    return undefined;
  };
  return (
    <details open={isOpen} onToggle={load}>
      <summary>{words.moreFields}</summary>
      {text !== null && (
        <div className="field">
          <label className="vh" htmlFor="studio-more">
            {words.moreFields}
          </label>
          <span className="hint" id="studio-more-hint">
            {words.moreNote}
          </span>
          <textarea
            className="in studio-more"
            id="studio-more"
            value={text}
            readOnly={!mayWrite}
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby="studio-more-error studio-more-hint"
            aria-invalid={problem !== '' || undefined}
            onChange={({ target }) => change(target.value)}
          />
          <span className="hint">
            {names
              .filter((name) => !(name in now.base.fields))
              .map((name) => `${labelOf(name)} (${name})`)
              .join(', ')}
          </span>
          <span className="err" id="studio-more-error" role="status">
            {problem}
          </span>
        </div>
      )}
    </details>
  );
}
