import { readTab, writeTab } from '../platform/browser/tab-store.ts';

// What a list of articles was narrowed to (features/feed/list-chips.tsx) holds for the visit, in every category.
const key = 'list';
const stored = () => String(new URLSearchParams(readTab(key) ?? {}));
const store = (query: string) => {
  const chosen = [...new URLSearchParams(query)].filter(([name]) => name === 'state' || name === 'for');
  writeTab(key, Object.fromEntries(chosen));
};

export function keepChoice(): void {
  if (location.search !== '') store(location.search);

  addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest?.<HTMLAnchorElement>('a[href*="/category/"]');
      if (link?.closest('[data-choice]')) store(link.search);
      else if (link?.search === '') link.search = stored();
    },
    true,
  );
}
