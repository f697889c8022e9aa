import { t } from '../messages/messages.ts';
import { langOf } from './format.ts';
import { JsonLd } from './json-ld.tsx';
import { useSite } from './site-context.ts';
import { breadcrumbList } from './structured-data.ts';

export type Crumb = { name: string; href?: string };

/** Breadcrumb trail from the home page; an entry without href is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  const site = useSite();
  const all: Crumb[] = [{ name: t.nav.home, href: '/' }, ...crumbs.filter(({ name }) => name.trim() !== '')];
  return (
    <nav aria-label={t.nav.youAreHere}>
      {crumbs.length > 0 && <JsonLd graph={[breadcrumbList(site, all)]} />}
      <ol className="crumbs">
        {all.map(({ name, href }: Crumb) =>
          href ? (
            <li key={href} lang={langOf(name)}>
              <a href={href}>{name}</a>
            </li>
          ) : (
            <li key={name} lang={langOf(name)} aria-current="page">
              {name}
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}
