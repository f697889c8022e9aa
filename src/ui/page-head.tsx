import { JsonLd, type Thing } from './json-ld.tsx';
import { organization } from './structured-data.ts';
import { absolute, type Site, useSite } from './site-context.ts';

export type Picture = { path: string; width: number; height: number; alt: string };

type Props = {
  /** As it stands on the tab. */
  title: string;
  description: string;
  /** The page's one address, `?page=2` included. Without it the page has no address of its own and is not to be indexed. */
  path?: string;
  /** For search pages and what is somebody's own. */
  isUnlisted?: boolean;
  previous?: string | null;
  next?: string | null;
  /** The title where it is shared; the tab's without it. */
  heading?: string;
  kind?: 'website' | 'article' | 'video.other' | 'profile';
  lang?: 'en' | 'hi';
  picture?: Picture | null;
  piece?: { publishedAt: string; modifiedAt: string; author: string; section?: string | undefined; tags?: string[] };
  /** What else machines read of this page; the publisher is always there. */
  data?: (site: Site) => Thing[];
};

/** What search engines and chats cut off anyway stays out of the bytes. */
export function shorten(text: string, most = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).toWellFormed()}…`;
}

const sitePicture = (name: string): Picture => ({ path: '/share.jpg', width: 1200, height: 675, alt: name });

/** What every page says of itself to machines: titles, address, cards for chats, and structured data. */
export function PageHead({
  title,
  description,
  path,
  isUnlisted = false,
  previous,
  next,
  heading = title,
  kind = 'website',
  lang = 'en',
  picture,
  piece,
  data,
}: Props) {
  const site = useSite();
  const words = shorten(description);
  const image = picture ?? sitePicture(site.name);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={words} />
      {(isUnlisted || path === undefined) && <meta name="robots" content="noindex" />}
      {path !== undefined && (
        <>
          <link rel="canonical" href={absolute(site, path)} />
          {previous && <link rel="prev" href={absolute(site, previous)} />}
          {next && <link rel="next" href={absolute(site, next)} />}
          <meta property="og:url" content={absolute(site, path)} />
          <meta property="og:type" content={kind} />
          <meta property="og:title" content={heading} />
          <meta property="og:description" content={words} />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:locale" content={`${lang}_IN`} />
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
          <meta property="article:published_time" content={piece.publishedAt} />
          <meta property="article:modified_time" content={piece.modifiedAt} />
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
