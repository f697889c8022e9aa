import { useEffect, useState } from 'react';
import { t } from '../messages/messages.ts';
import styles from './web-story.module.css';

const scroller = () => document.getElementById('story');
const pagesOf = (story: HTMLElement) => [...story.children] as HTMLElement[];
const currentIndex = (story: HTMLElement) => Math.round(story.scrollLeft / Math.max(1, story.clientWidth));

// While a page slides in, the next key counts from where the story will be, not from where it is.
const slideMs = 600;
let goal = { index: 0, until: 0 };
const aimAt = (index: number) => {
  goal = { index, until: performance.now() + slideMs };
};
const placeIn = (story: HTMLElement) => (performance.now() < goal.until ? goal.index : currentIndex(story));

function aimAtAddress() {
  const page = /^#p(\d+)$/.exec(location.hash)?.[1];
  if (page) aimAt(Number(page) - 1);
}

function turn(by: 1 | -1): boolean {
  const story = scroller();
  if (!story) return false;
  const index = placeIn(story) + by;
  if (index < 0 || index >= story.children.length) return false;
  aimAt(index);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  story.scrollTo({ left: index * story.clientWidth, behavior: isCalm ? 'auto' : 'smooth' });
  return true;
}

/** Keys everywhere on the page, and playing by itself for whoever asks. Tapping and swiping need no script. */
export function StoryControls() {
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key] as 1 | -1 | undefined;
      if (by === undefined) return;
      event.preventDefault();
      setPlaying(false);
      turn(by);
    };
    aimAtAddress();
    document.addEventListener('keydown', onKey);
    window.addEventListener('hashchange', aimAtAddress);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('hashchange', aimAtAddress);
    };
  }, []);

  useEffect(() => {
    const story = scroller();
    if (!isPlaying || !story) return;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = () => {
      const seconds = Number(pagesOf(story)[currentIndex(story)]?.dataset.seconds ?? 7);
      timer = setTimeout(() => {
        if (turn(1)) schedule();
        else setPlaying(false);
      }, seconds * 1_000);
    };
    schedule();
    const stop = () => setPlaying(false);
    story.addEventListener('pointerdown', stop);
    return () => {
      clearTimeout(timer);
      story.removeEventListener('pointerdown', stop);
    };
  }, [isPlaying]);

  return (
    <button
      type="button"
      className={styles.play}
      data-act="play"
      aria-pressed={isPlaying}
      onClick={() => setPlaying(!isPlaying)}
    >
      {isPlaying ? t.story.pause : t.story.play}
    </button>
  );
}
