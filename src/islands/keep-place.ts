// A page whose script draws what it shows is still short when the browser looks for the place that Back leads to, and
// ends up somewhere else. So the link that was followed is brought back to where it stood.

type Place = { href: string; top: number };

const linksOf = () => [...document.querySelectorAll<HTMLAnchorElement>('#main a[href]')];

/** Notes in this entry of the session history which link leads away from it. */
export function keepPlace(): void {
  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest?.<HTMLAnchorElement>('#main a[href]');
      if (!link) return;
      const place: Place = { href: link.href, top: link.getBoundingClientRect().top };
      history.replaceState({ ...(history.state as object | null), place }, '');
    },
    true,
  );
}

/** Once all is drawn that was there when the reader left. */
export function returnToPlace(): void {
  const { place } = (history.state ?? {}) as { place?: Place };
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!place || opened?.type !== 'back_forward') return;
  const link = linksOf().find(({ href }) => href === place.href);
  if (link) scrollBy(0, link.getBoundingClientRect().top - place.top);
}
