import type { PageServices } from './page-services.server.ts';

/** Machine-readable responses that share the page cache but are not HTML: feeds, sitemaps, robots.txt. */
export type PageDocument = {
  /** Must match the whole path. */
  pattern: RegExp;
  /** Exists under each language's prefix; the pattern matches the path without it. */
  hasPrefix?: true;
  /** null: not found (the 404 page answers). */
  render(
    services: PageServices,
    match: RegExpExecArray,
  ): Promise<{ type: string; body: string; tags: string[] } | null>;
};
