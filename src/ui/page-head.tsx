import { wholeLetters } from '../platform/text/whole-letters.ts';
import { currentLanguage } from '../messages/catalogue.ts';
import { use } from 'react';
import { ServerModel, type Version } from '../platform/page/page-context.ts';
import { addressIn, defaultVersion, siteLanguages } from '../platform/settings/site-languages.ts';
import { JsonLd, type Thing } from './json-ld.tsx';
import { organization } from './structured-data.ts';
import { useVersions } from './page-versions.tsx';
import { absolute, absoluteHere, type Site, useSite } from './site-context.ts';
import { siteName } from '../messages/site-name.ts';

export type Picture = { path: string; width: number; height: number; alt: string };

type Props = {
  /** Content of `<title>`. */
  title: string;
  description: string;
  /** Canonical path, `?page=2` included. Without it: no canonical link, and `noindex`. */
  path?: string;
  /** `noindex`: for search results and personal pages. */
  isUnlisted?: boolean;
  previous?: string | null;
  next?: string | null;
  /** Title of share cards; defaults to `title`. */
  heading?: string;
  kind?: 'website' | 'article' | 'video.other' | 'profile';
  /** Of a piece: `path` is then its own complete address. Without it the page is in the language of its prefix. */
  lang?: string;
  picture?: Picture | null;
  piece?: {
    publishedAt: string | null;
    modifiedAt: string | null;
    author: string;
    section?: string | undefined;
    tags?: string[];
  };
  /** Further structured data; the publisher is always included. */
  data?: (site: Site) => Thing[];
};

/** Truncates at a word: search engines and chat apps would cut it anyway. */
export function shorten(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : wholeLetters(line, most - 1)}…`;
}

const sitePicture = (name: string): Picture => ({ path: '/share.jpg', width: 1200, height: 675, alt: name });

/** React prints the name of its property, `hrefLang`; tools that search HTML without parsing it look for lower case. */
const hreflang = (lang: string) => ({ hreflang: lang }) as { hrefLang?: string };

/** hreflang: real translations only, so none for a piece in a single language. */
function Alternates({ path, isPiece, versions }: { path: string; isPiece: boolean; versions: Version[] | null }) {
  const site = useSite();
  const all = isPiece
    ? (versions ?? [])
    : siteLanguages().map((lang) => ({ lang: lang as string, canonicalUrl: addressIn(lang, path) }));
  if (all.length < 2) return null;
  return (
    <>
      {all.map(({ lang, canonicalUrl }) => (
        <link key={lang} rel="alternate" {...hreflang(lang)} href={absolute(site, canonicalUrl)} />
      ))}
      <link rel="alternate" {...hreflang('x-default')} href={absolute(site, defaultVersion(all).canonicalUrl)} />
    </>
  );
}

/** Metadata of a page: title, canonical URL, Open Graph and structured data. */
export function PageHead({
  title,
  description,
  path,
  isUnlisted = false,
  previous,
  next,
  heading = title,
  kind = 'website',
  lang,
  picture,
  piece,
  data,
}: Props) {
  const site = useSite();
  const words = shorten(description);
  const image = picture ?? sitePicture(siteName());
  const here = (own: string) => (lang === undefined ? absoluteHere(site, own) : absolute(site, own));
  const versions = useVersions();
  const preview = use(ServerModel)?.preview;
  if (preview) {
    // Unpublished: no metadata that a chat app or a search engine would keep.
    preview.head ??= { title, heading, description: words, path: path ?? null, picture: picture?.path ?? null };
    return (
      <>
        <title>{title}</title>
        <meta name="robots" content="noindex, nofollow, noarchive" />
      </>
    );
  }
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={words} />
      {(isUnlisted || path === undefined) && <meta name="robots" content="noindex" />}
      {path !== undefined && (
        <>
          <link rel="canonical" href={here(path)} />
          {!isUnlisted && <Alternates path={path} isPiece={lang !== undefined} versions={versions} />}
          {previous && <link rel="prev" href={here(previous)} />}
          {next && <link rel="next" href={here(next)} />}
          <meta property="og:url" content={here(path)} />
          <meta property="og:type" content={kind} />
          <meta property="og:title" content={heading} />
          <meta property="og:description" content={words} />
          <meta property="og:site_name" content={siteName()} />
          <meta property="og:locale" content={`${lang ?? currentLanguage()}_IN`} />
          <meta property="og:image" content={absolute(site, image.path)} />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={image.alt} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={heading} />
          <meta name="twitter:description" content={words} />
          <meta name="twitter:image" content={absolute(site, image.path)} />
        </>
      )}
      {piece && kind === 'article' && (
        <>
          {piece.publishedAt && <meta property="article:published_time" content={piece.publishedAt} />}
          {piece.modifiedAt && <meta property="article:modified_time" content={piece.modifiedAt} />}
          <meta property="article:author" content={piece.author} />
          {piece.section && <meta property="article:section" content={piece.section} />}
          {piece.tags?.map((tag) => (
            <meta key={tag} property="article:tag" content={tag} />
          ))}
        </>
      )}
      <JsonLd graph={[organization(site), ...(data?.(site) ?? [])]} />
    </>
  );
}
