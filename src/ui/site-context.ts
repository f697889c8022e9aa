import { createContext, useContext } from 'react';

/** What every page says of its publisher; comes from the settings. */
export type Site = {
  /** 'https://nagrik.example', no trailing slash: what absolute addresses are built from. */
  origin: string;
  name: string;
  /** Path or address of the publisher's logo. */
  logo: string;
  supportEmail: string;
  /** Google's ids, where the owner set them. */
  analyticsId?: string | undefined;
  adsenseClient?: string | undefined;
  /** What the browser does for somebody signed in. */
  linkMobilePrompt?: boolean;
  sessionPollSeconds?: number;
};

const nobody: Site = { origin: '', name: '', logo: '', supportEmail: '' };

/** Provided once around what the server renders. */
export const SiteContext = createContext<Site | undefined>(undefined);

export const useSite = (): Site => useContext(SiteContext) ?? nobody;

/** The whole address of a path of ours; another site's address as it is. */
export const absolute = (site: Pick<Site, 'origin'>, path: string): string =>
  path.startsWith('/') ? site.origin + path : path;
