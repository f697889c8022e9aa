import { addressHere } from '../platform/settings/site-languages.ts';
import { createContext, use } from 'react';

/** A logo's address, and its size as shown. */
export type ShownLogo = { src: string; width: number; height: number };

/** Publisher data for every page, from the settings. */
export type Site = {
  /** 'https://nagrik.example', without a trailing slash; base of absolute URLs. */
  origin: string;
  /** Sizes are in CSS pixels, within the header's box. */
  logos?: { light: ShownLogo; dark: ShownLogo | undefined } | undefined;
  /** Whether it has another name than the product's. */
  hasOwnName?: boolean;
  supportEmail: string;
  /** Google ids, where configured. */
  analyticsId?: string | undefined;
  adsenseClient?: string | undefined;
  /** Settings of the signed-in user's island. */
  linkMobilePrompt?: boolean;
  sessionPollSeconds?: number;
};

const nobody: Site = { origin: '', supportEmail: '' };

/** Provided once around the server's render. */
export const SiteContext = createContext<Site | undefined>(undefined);

export const useSite = (): Site => use(SiteContext) ?? nobody;

/** Absolute URL of one of our paths; other URLs unchanged. */
export const absolute = (site: Pick<Site, 'origin'>, path: string): string =>
  path.startsWith('/') ? site.origin + path : path;

/** Absolute URL of one of our pages in the page's language; a piece's address is complete already: `absolute`. */
export const absoluteHere = (site: Pick<Site, 'origin'>, path: string): string => site.origin + addressHere(path);
