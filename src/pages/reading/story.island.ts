const scroller = () => document.getElementById('story');
const pagesOf = (story: HTMLElement) => [...story.children] as HTMLElement[];
const currentIndex = (story: HTMLElement) => Math.round(story.scrollLeft / Math.max(1, story.clientWidth));

// During a smooth scroll, keys count from the scroll target, not from the current position.
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

/** Keyboard navigation and opt-in autoplay. Tapping and swiping work without script. */
export function start(element: HTMLElement, { play, pause }: { play: string; pause: string }): void {
  const button = element.querySelector<HTMLButtonElement>('[data-act=play]');
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setPlaying = (isPlaying: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    button?.setAttribute('aria-pressed', String(isPlaying));
    if (button) button.textContent = isPlaying ? pause : play;
    if (isPlaying) schedule();
  };
  const schedule = () => {
    const story = scroller();
    const seconds = Number((story && pagesOf(story)[currentIndex(story)]?.dataset.seconds) ?? 7);
    timer = setTimeout(() => {
      if (turn(1)) schedule();
      else setPlaying(false);
    }, seconds * 1_000);
  };

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key] as 1 | -1 | undefined;
    if (by === undefined) return;
    event.preventDefault();
    setPlaying(false);
    turn(by);
  });
  button?.addEventListener('click', () => setPlaying(timer === undefined));
  scroller()?.addEventListener('pointerdown', () => setPlaying(false));
  addEventListener('hashchange', aimAtAddress);
  aimAtAddress();
}
