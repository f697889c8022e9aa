import { createContext as createReactContext, use } from 'react';
import { createContext, type RouterContextProvider } from 'react-router';
import type { PageCache } from '../cache/page-cache.server.ts';
import type { PageServices } from './page-services.server.ts';
import type { Viewer } from '../wire/viewer.ts';

/** State of one rendering of one page, on the server, for the length of one request. */
export type PageState = {
  services: PageServices;
  remember: PageCache['remember'];
  /** The client's network address, as the key of rate limits. */
  address: string;
  /** The page's view model; it goes into the HTML and is never sent as data. */
  model: unknown;
  /** Where the page is a piece: itself in all its languages. */
  versions: Version[] | null;
  /** Invalidation tags for the page cache. */
  tags: Set<string>;
  /** The finished document. Not the response's body, whose stream would encode it and decode it again. */
  html: string | null;
  /** False: `no-store`, rendered for this request alone. */
  isPublic: boolean;
  /**
   * True for an answer meant for this caller alone, such as a rate limit's refusal; concurrent requests must not share
   * it.
   */
  isForCaller: boolean;
  /** Retry-After, where the page is an error of ours or a refusal. */
  retryAfterSeconds: number | undefined;
  /** Logs an unexpected error. */
  report: (error: unknown) => void;
  browser: BrowserFiles;
  /** Null for public pages, whoever requests them. */
  visit: Visit | null;
  /** Set by a page that shows unpublished work: no scripts, no metadata, headers that keep it out of every store. */
  preview: PagePreview | null;
};

/** How an unpublished page is shown. */
export type PagePreview = {
  isDark: boolean;
  /** Without header and footer. */
  isStandalone: boolean;
  /** Set while the page's head is rendered: what chat apps and search engines would be told. */
  head: { title: string; heading: string; description: string; path: string | null; picture: string | null } | null;
};

/** Request data of a personal page, or of a form submission to any page. */
export type Visit = {
  viewer: Viewer | null;
  userAgent: string;
  /** The Cookie header. */
  cookie: string | undefined;
  /** Path and query of the page of this site that led here; undefined where the browser does not say. */
  referer: string | undefined;
  /** The `jrk_session_id` cookie; empty where there is none. */
  visitId: string;
  /** The submitted form; null for a GET. */
  form: URLSearchParams | null;
  /** The action's result, for the loader that shows it. */
  sent: unknown;
  setCookies: string[];
};

/** A piece in one language; the page's own piece comes first in a list. */
export type Version = {
  lang: string;
  canonicalUrl: string;
  /** Address of the original, where that changed after the day that this translation follows. */
  olderThan?: string | null;
};

export const pageState = createContext<PageState>();

type LoaderContext = Readonly<RouterContextProvider>;

/**
 * Sets the page's view model and its invalidation tags. Returns null as the loader's data, so that nothing is
 * serialised for the browser.
 */
export function serve(
  context: LoaderContext,
  model: unknown,
  tags: Iterable<string>,
  versions: Version[] | null = null,
): null {
  const state = context.get(pageState);
  state.model = model;
  state.versions = versions;
  for (const tag of tags) state.tags.add(tag);
  return null;
}

/** The build's output for the browser (src/islands/build-islands.ts). */
export type BrowserFiles = {
  /** The inline script of every page. */
  first: string;
  /** URL of the module that the inline script loads on the first interaction. */
  boot: string;
  /** URLs of the modules that 'Save' needs beside it, requested together. */
  save: string[];
  /** URL of React, which islands that are components share. */
  react: string;
};

/** Of a page that loads no script. */
export const noBrowserFiles: BrowserFiles = { first: '', boot: '', save: [], react: '' };

/** Pages are rendered on the server only; islands receive props instead. */
export const ServerModel = createReactContext<{
  page: unknown;
  shell: unknown;
  versions: Version[] | null;
  browser: BrowserFiles;
  preview: PagePreview | null;
} | null>(null);

/** Placeholder for the sprite in the rendered page. Random, so that no page's text can contain it. */
export const spritePlace = `sprite-${crypto.randomUUID()}`;

/** The view model that the page's loader served. */
export function useServerData<Model>(): Model {
  return use(ServerModel)?.page as Model;
}
