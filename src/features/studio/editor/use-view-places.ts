import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Which view is shown, and where the page stood in the others: a view that was left is shown as it was, another from its
 * beginning. Otherwise a short view opens at the foot of the page, as the browser only shortens the way.
 */
export function useViewPlaces<View extends string>(first: View) {
  const editor = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<View, number>());
  const [view, setView] = useState(first);
  const [seen, setSeen] = useState<ReadonlySet<View>>(() => new Set([first]));
  const hasMoved = useRef(false);

  const show = (next: View) => {
    if (next === view) return;
    places.current.set(view, scrollY);
    hasMoved.current = true;
    setSeen(new Set([...seen, next]));
    setView(next);
  };
  useLayoutEffect(() => {
    if (!hasMoved.current || !editor.current) return;
    const start = editor.current.getBoundingClientRect().top + scrollY;
    scrollTo({ top: places.current.get(view) ?? Math.min(scrollY, start), behavior: 'instant' });
  }, [view]);
  return { editor, view, show, seen };
}
