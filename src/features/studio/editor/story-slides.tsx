import { studioMedia as words } from '../../../messages/studio-media.ts';
import { MediaSelect } from './media-select.tsx';
import type { StudioCalls } from './studio-calls.ts';

/** Of a web story; other keys (a link, its words) stay as they are. */
export type Slide = { heading?: string; text?: string; image?: string } & Record<string, unknown>;
type Props = { slides: Slide[]; calls: StudioCalls; mayWrite: boolean; onChange(slides: Slide[] | null): void };

/** The slide at `from` changes places with its neighbour. */
export function moved(slides: Slide[], from: number, by: -1 | 1): Slide[] {
  const to = from + by;
  if (to < 0 || to >= slides.length) return slides;
  return slides.map((slide, at) => (at === from ? slides[to]! : at === to ? slides[from]! : slide));
}

/** A value that is emptied leaves the slide, as a file would not have it. */
export function withPart(slide: Slide, part: 'heading' | 'text' | 'image', value: string | null): Slide {
  const { [part]: _, ...rest } = slide;
  return value === null || (value === '' && part === 'image') ? rest : { ...rest, [part]: value };
}

/** Slides as a list, moved by buttons: on a phone nothing is dragged. */
export function StorySlides({ slides, calls, mayWrite, onChange }: Props) {
  const change = (next: Slide[]) => onChange(next.length === 0 ? null : next);
  const set = (at: number, part: 'heading' | 'text' | 'image', value: string | null) =>
    change(slides.map((slide, index) => (index === at ? withPart(slide, part, value) : slide)));
  return (
    <fieldset className="studio-sources" disabled={!mayWrite}>
      <legend>{words.slides}</legend>
      {slides.map((slide, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- two empty slides have nothing else to tell them apart
        <div key={at} className="box stack">
          <b>{words.slide(at + 1)}</b>
          <label htmlFor={`slide-heading-${at}`}>{`${words.slide(at + 1)}: ${words.slideHeading}`}</label>
          <input
            className="in"
            id={`slide-heading-${at}`}
            value={slide.heading ?? ''}
            maxLength={80}
            onChange={({ target }) => set(at, 'heading', target.value)}
          />
          <label htmlFor={`slide-text-${at}`}>{`${words.slide(at + 1)}: ${words.slideText}`}</label>
          <textarea
            className="in studio-short"
            id={`slide-text-${at}`}
            rows={3}
            value={slide.text ?? ''}
            maxLength={300}
            onChange={({ target }) => set(at, 'text', target.value.replace(/\n/g, ' '))}
          />
          <label htmlFor={`slide-image-${at}`}>{`${words.slide(at + 1)}: ${words.kinds.picture}`}</label>
          <MediaSelect
            id={`slide-image-${at}`}
            kind="picture"
            value={slide.image ?? ''}
            calls={calls}
            mayWrite={mayWrite}
            onChange={(path) => set(at, 'image', path)}
          />
          <div className="studio-row">
            <button
              type="button"
              className="chip"
              disabled={at === 0}
              aria-label={words.slideUp(at + 1)}
              onClick={() => change(moved(slides, at, -1))}
            >
              ↑
            </button>
            <button
              type="button"
              className="chip"
              disabled={at === slides.length - 1}
              aria-label={words.slideDown(at + 1)}
              onClick={() => change(moved(slides, at, 1))}
            >
              ↓
            </button>
            <button type="button" className="chip" onClick={() => change(slides.filter((_, index) => index !== at))}>
              {words.slideRemove(at + 1)}
            </button>
          </div>
        </div>
      ))}
      <button type="button" className="btn ghost" onClick={() => change([...slides, { heading: '', text: '' }])}>
        {words.slideAdd}
      </button>
    </fieldset>
  );
}
