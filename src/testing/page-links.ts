const pathOf = (address: string) => new URL(address).pathname;

/** The links of a page, without those in its head. */
export const linksOf = (html: string) =>
  [...html.matchAll(/<a\s[^>]*>/g)].map(([tag]) => ({
    href: / href="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '',
    hreflang: / hreflang="([^"]*)"/i.exec(tag)?.[1],
    lang: / lang="([^"]*)"/.exec(tag)?.[1],
  }));

/** Paths by language, and that of `x-default`. */
export const alternatesOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [
      lang,
      pathOf(href!),
    ]),
  );

export const canonicalOf = (html: string) => pathOf(/<link rel="canonical" href="([^"]*)"/.exec(html)![1]!);
