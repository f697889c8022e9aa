import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { useMayWrite } from '../fields.tsx';
import { ArrangeRail } from './arrange-rail.tsx';
import { ArrangeSections } from './arrange-sections.tsx';
import {
  Author,
  Categories,
  Day,
  type FieldProps,
  Figure,
  labelOf,
  Language,
  Line,
  Media,
  Moment,
  Sources,
  Tags,
} from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import type { Fields } from './editor-props.ts';
import { Advice, ScamInOtherLanguages, Wordings } from './scam-fields.tsx';
import { StorySlides } from './story-slides.tsx';

// Categories, tags and authors have translations, too: of other fields, written as text.
const scamForms: Record<string, (props: FieldProps) => ReactNode> = { translations: ScamInOtherLanguages };

const forms: Record<string, (props: FieldProps) => ReactNode> = {
  name: Line,
  displayName: Line,
  description: Line,
  bio: Line,
  title: Line,
  lang: Language,
  author: Author,
  categories: Categories,
  tags: Tags,
  lastCheckedAt: Day,
  publishedAt: Moment,
  sources: Sources,
  coverFigure: Figure,
  label: Figure,
  article: Line,
  metaTitle: Line,
  metaDescription: Line,
  thumbnail: Line,
  translationOf: Line,
  follows: Day,
  video: Media,
  captions: Media,
  poster: Media,
  pages: StorySlides,
  texts: Wordings,
  advice: Advice,
  firstSeen: Day,
  lastSeen: Day,
  expires: Day,
  sections: ArrangeSections,
  helplines: ArrangeRail,
  dates: ArrangeRail,
};

/** The front matter: what has a form as a form, the rest as text. */
export function DetailsForm() {
  const { now, props } = useEditor();
  const { fieldNames, titleField, hasBody, kind } = props;
  const formOf = (name: string) => (kind === 'scams' ? scamForms[name] : undefined) ?? forms[name];
  // These two stand above the text.
  const above = hasBody && titleField === 'title' ? ['title', 'summary'] : [];
  const names = [...new Set([titleField, ...Object.keys(forms), ...Object.keys(scamForms)])].filter(
    (name) => formOf(name) && fieldNames.includes(name) && !above.includes(name),
  );
  const rest = fieldNames.filter(
    (name) => !formOf(name) && !(above.includes(name) && name in now.base.fields) && name !== 'summary',
  );
  return (
    // A text that was restored or merged starts the fields anew.
    <div className="form studio-form" key={now.shown}>
      {names.map((name) => {
        const Form = formOf(name)!;
        return <Form key={name} name={name} />;
      })}
      {rest.length > 0 && <MoreFields names={rest} isOpen={names.length < 4} />}
    </div>
  );
}

/** Fields without a form, as YAML. Only a field whose value changes is sent, so that the others keep theirs. */
export function MoreFields({ names, isOpen }: { names: string[]; isOpen: boolean }) {
  const { saver, now } = useEditor();
  const mayWrite = useMayWrite();
  const [isAsked, setAsked] = useState(isOpen);
  const { data: yaml } = useQuery({
    queryKey: ['yaml'],
    queryFn: () => import('yaml'),
    enabled: isAsked,
    staleTime: Infinity,
  });
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
    <details open={isOpen} onToggle={() => setAsked(true)}>
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
