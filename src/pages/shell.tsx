import type { Category } from '../features/categories/categories.contract.ts';
import { t } from '../messages/messages.ts';
import { newsletter } from '../messages/newsletter.ts';
import type { Place } from '../platform/page/page-table.ts';
import { langOf } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { markFrame, markLetter } from '../ui/mark.ts';
import { LanguageSwitch } from '../ui/page-versions.tsx';
import { useSite } from '../ui/site-context.ts';
import { SearchForm } from '../ui/search-form.tsx';
import { siteName } from '../messages/site-name.ts';

export type FooterCategory = Pick<Category, 'id' | 'displayName' | 'canonicalUrl'>;

/** The navigation entry of the current page. */
type Here = { place?: Place | undefined };

const here = (place: Place | undefined, entry: Place) => (place === entry ? true : undefined);

export function SkipLink() {
  return (
    <a className="skip" href="#main">
      {t.nav.skip}
    </a>
  );
}

function Wordmark() {
  const { logos, hasOwnName } = useSite();
  const name = siteName();
  if (logos)
    return (
      <>
        <img {...logos.light} alt={name} className={logos.dark && 'on-light'} />
        {logos.dark && <img {...logos.dark} alt={name} className="on-dark" loading="lazy" />}
      </>
    );
  return (
    <>
      {!hasOwnName && (
        <svg viewBox="0 0 36 36" aria-hidden="true">
          <path d={markFrame} />
          <path transform="translate(6.6 33) scale(.88)" d={markLetter} />
        </svg>
      )}
      <span className={name.length > 14 ? 'long' : undefined} lang={langOf(name)}>
        {name}
      </span>
    </>
  );
}

function Tools({ place }: Here) {
  return (
    <>
      <a className="tool narrow" href="/search" aria-label={t.nav.search} aria-current={here(place, 'search')}>
        <Icon name="search" />
      </a>
      <a className="tool" href="/#categories" aria-current={here(place, 'categories')}>
        <Icon name="grid" />
        <span className="wide">{t.nav.categories}</span>
        <span className="vh narrow">{t.nav.categories}</span>
      </a>
      <a className="tool wide" href="/videos" aria-current={here(place, 'videos')}>
        {t.nav.videos}
      </a>
      <a className="tool wide" href="/community" aria-current={here(place, 'community')}>
        {t.nav.community}
      </a>
      <LanguageSwitch />
      <a className="tool wide" href="/login" aria-current={here(place, 'me')}>
        <Icon name="me" />
        {t.nav.signIn}
      </a>
    </>
  );
}

export function Header({ place }: Here) {
  return (
    <header className="top">
      <div className="wrap">
        <a className="logo" href="/">
          <Wordmark />
        </a>
        <SearchForm id="q" />
        <nav className="tools" aria-label={t.nav.tools}>
          <Tools place={place} />
        </nav>
      </div>
    </header>
  );
}

const dock = () =>
  [
    { href: '/', entry: 'home', icon: 'home', text: t.nav.home },
    { href: '/search', entry: 'search', icon: 'search', text: t.nav.search },
    { href: '/community', entry: 'community', icon: 'ask', text: t.nav.ask },
    { href: '/videos', entry: 'videos', icon: 'video', text: t.nav.videos },
    { href: '/login', entry: 'me', icon: 'me', text: t.nav.me },
  ] as const;

export function BottomBar({ place }: Here) {
  return (
    <nav className="dock" aria-label={t.nav.main}>
      {dock().map(({ href, entry, icon, text }) => (
        <a key={entry} href={href} aria-current={here(place, entry)}>
          <Icon name={icon} />
          {text}
        </a>
      ))}
    </nav>
  );
}

type FooterLink = { href: string; text: string };

const aboutLinks = (): FooterLink[] => [
  { href: '/find-schemes', text: t.nav.findSchemes },
  { href: '/cart', text: t.nav.saved },
  { href: '/tags', text: t.tag.index },
  { href: '/about', text: t.nav.about },
  { href: '/how-we-check', text: t.nav.howWeCheck },
  { href: '/open-data', text: t.nav.openData },
  { href: '/newsletter', text: newsletter.title },
  { href: '/contact', text: t.nav.contact },
  { href: '/community-rules', text: t.nav.communityRules },
];
const legalLinks = (): FooterLink[] => [
  { href: '/privacy', text: t.nav.privacy },
  { href: '/settings/privacy', text: t.consent.pageTitle },
  { href: '/terms', text: t.nav.terms },
  { href: '/grievance', text: t.nav.grievance },
  { href: '/contact', text: t.nav.reportMistake },
];

function FooterLinks({ labelledBy, links }: { labelledBy: string; links: FooterLink[] }) {
  return (
    <nav aria-labelledby={labelledBy}>
      <ul>
        {links.map((link) => (
          <li key={link.text}>
            <a href={link.href} lang={langOf(link.text)}>
              {link.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer({ categories = [] }: { categories?: FooterCategory[] }) {
  return (
    <footer className="foot night">
      <div className="kinara" />
      <div className="wrap">
        <div className="foot-in">
          {categories.length > 0 && (
            <details>
              <summary>
                <h2 id="foot-categories">{t.nav.categories}</h2>
              </summary>
              <FooterLinks
                labelledBy="foot-categories"
                links={categories.map((one) => ({ href: one.canonicalUrl, text: one.displayName }))}
              />
            </details>
          )}
          <div>
            <h2 id="foot-about">{siteName()}</h2>
            <FooterLinks labelledBy="foot-about" links={aboutLinks()} />
          </div>
          <div>
            <h2 id="foot-legal">{t.nav.legal}</h2>
            <FooterLinks labelledBy="foot-legal" links={legalLinks()} />
          </div>
        </div>
        <button type="button" className="tool" data-act="mode">
          <Icon name="moon" />
          {t.nav.mode}
        </button>
        <p>{t.site.independent}</p>
      </div>
    </footer>
  );
}
