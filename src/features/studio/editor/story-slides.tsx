import { studioMedia as words } from '../../../messages/studio-media.ts';
import { ListField, listOf, TextField, withField } from '../fields.tsx';
import { type FieldProps, idOf } from './detail-fields.tsx';
import { useEditor } from './editor-context.ts';
import { MediaSelect } from './media-select.tsx';
import { moved } from './move-in-list.tsx';

/** Of a web story; other keys (a link, its words) stay as they are. */
type Slide = { heading?: string; text?: string; image?: string } & Record<string, unknown>;

/** Slides as a list, moved by buttons: on a phone nothing is dragged. */
export function StorySlides({ name }: FieldProps) {
  const { saver } = useEditor();
  const slides = listOf<Slide>(saver.value(name));
  const change = (next: Slide[]) => saver.change(name, next.length === 0 ? null : next);
  const mover = (at: number, to: number, sign: string, label: string) => (
    <button
      key={sign}
      type="button"
      className="chip"
      disabled={to < 0 || to >= slides.length}
      aria-label={label}
      onClick={() => change(moved(slides, at, to))}
    >
      {sign}
    </button>
  );
  return (
    <ListField
      id={idOf(name)}
      legend={words.slides}
      items={slides}
      fresh={{ heading: '', text: '' }}
      words={{ add: words.slideAdd, takeAway: words.slideRemove }}
      onChange={change}
      acts={(at) => [mover(at, at - 1, '↑', words.slideUp(at + 1)), mover(at, at + 1, '↓', words.slideDown(at + 1))]}
    >
      {(slide, set, at) => {
        const label = (part: string) => `${words.slide(at + 1)}: ${part}`;
        return (
          <>
            <b>{words.slide(at + 1)}</b>
            <TextField
              label={label(words.slideHeading)}
              value={slide.heading}
              maxLength={80}
              onChange={(heading) => set({ ...slide, heading })}
            />
            <TextField
              label={label(words.slideText)}
              value={slide.text}
              rows={3}
              isLine
              maxLength={300}
              onChange={(text) => set({ ...slide, text })}
            />
            <MediaSelect
              label={label(words.kinds.picture)}
              kind="picture"
              value={slide.image ?? ''}
              onChange={(path) => set(withField(slide, 'image', path))}
            />
          </>
        );
      }}
    </ListField>
  );
}
