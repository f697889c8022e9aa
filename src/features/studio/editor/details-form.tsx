import { type ReactNode, useEffect, useRef, useState } from 'react';
import { studioMedia } from '../../../messages/studio-media.ts';
import type { EditorProps, Fields } from './editor-props.ts';
import { ArrangeRail, type RailPart, type Row } from './arrange-rail.tsx';
import { ArrangeSections } from './arrange-sections.tsx';
import type { Section } from './feed-sections.ts';
import {
  Author,
  Categories,
  Day,
  Figure,
  idOf,
  Labelled,
  Language,
  Line,
  Moment,
  problemOf,
  Sources,
  Tags,
  textOf,
  type FieldProps,
  labelOf,
} from './detail-fields.tsx';
import { MediaSelect } from './media-select.tsx';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import type { PieceSaver } from './piece-saver.ts';
import type { Snapshot } from './piece-snapshot.ts';
import { Advice, ScamDay, ScamInOtherLanguages, Wordings } from './scam-fields.tsx';
import { type Slide, StorySlides } from './story-slides.tsx';
import type { StudioCalls } from './studio-calls.ts';
import { marksOf } from '../../../ui/field.tsx';

type Props = { saver: PieceSaver; now: Snapshot; props: EditorProps; calls: StudioCalls; mayWrite: boolean };

const listOf = <Item,>(value: unknown) => (Array.isArray(value) ? (value as Item[]) : []);

const Sections = ({ saver, name, mayWrite, props, calls }: FieldProps) => (
  <ArrangeSections
    sections={listOf<Section>(saver.value(name))}
    titles={props.titles}
    calls={calls}
    otherLanguages={props.otherLanguages}
    mayWrite={mayWrite}
    onChange={(sections) => saver.change(name, sections)}
  />
);

const Rail = ({ saver, name, mayWrite, props }: FieldProps) => (
  <ArrangeRail
    part={name as RailPart}
    rows={listOf<Row>(saver.value(name))}
    otherLanguages={props.otherLanguages}
    mayWrite={mayWrite}
    onChange={(rows) => saver.change(name, rows)}
  />
);

const mediaKinds: Record<string, 'picture' | 'video' | 'captions'> = {
  video: 'video',
  captions: 'captions',
  poster: 'picture',
};

function Media({ saver, name, mayWrite, calls }: FieldProps) {
  const id = idOf(name);
  const problem = problemOf(saver, name);
  return (
    <Labelled name={name} hint={studioMedia.fieldHints[name as 'video']} problem={problem}>
      <MediaSelect
        id={id}
        kind={mediaKinds[name]!}
        value={textOf(saver.value(name))}
        calls={calls}
        mayWrite={mayWrite}
        marks={marksOf({ id, hint: true, error: problem })}
        onChange={(path) => saver.change(name, path)}
      />
    </Labelled>
  );
}

const Slides = ({ saver, name, mayWrite, calls }: FieldProps) => (
  <StorySlides
    slides={listOf<Slide>(saver.value(name))}
    calls={calls}
    mayWrite={mayWrite}
    onChange={(slides) => saver.change(name, slides)}
  />
);

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
  pages: Slides,
  texts: Wordings,
  advice: Advice,
  firstSeen: ScamDay,
  lastSeen: ScamDay,
  expires: ScamDay,
  sections: Sections,
  helplines: Rail,
  dates: Rail,
};

/** The front matter: what has a form as a form, the rest as text. */
export function DetailsForm({ saver, now, props, calls, mayWrite }: Props) {
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
        return <Form key={name} saver={saver} name={name} mayWrite={mayWrite} props={props} calls={calls} />;
      })}
      {rest.length > 0 && (
        <MoreFields saver={saver} now={now} names={rest} mayWrite={mayWrite} isOpen={names.length < 4} />
      )}
    </div>
  );
}

type Yaml = Pick<typeof import('yaml'), 'parse' | 'stringify'>;
type MoreProps = { saver: PieceSaver; now: Snapshot; names: string[]; mayWrite: boolean; isOpen: boolean };

/** Fields without a form, as YAML. Only a field whose value changes is sent, so that the others keep theirs. */
export function MoreFields({ saver, now, names, mayWrite, isOpen }: MoreProps) {
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
