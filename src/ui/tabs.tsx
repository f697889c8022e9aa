import { formatNumber } from './format.ts';

export type TabLink = { text: string; href: string; isCurrent: boolean; count?: number };

/** Content types as links, not ARIA tabs: each leads to a page of its own. */
export function Tabs({ label, links }: { label: string; links: TabLink[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {links.map(({ text, href, isCurrent, count }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
          {count === undefined ? '' : ` ${formatNumber(count)}`}
        </a>
      ))}
    </nav>
  );
}
