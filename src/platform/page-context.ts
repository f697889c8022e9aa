import { createContext as createReactContext, use } from 'react';
import { createContext, type RouterContextProvider } from 'react-router';
import type { PageCache } from './page-cache.server.ts';
import type { PageServices } from './page-services.server.ts';
import type { Viewer } from './viewer.ts';

/** What one rendering of one page gathers. Lives on the server, for one request. */
export type PageState = {
  services: PageServices;
  remember: PageCache['remember'];
  /** The reader's network address, for limits. */
  address: string;
  /** The view model of the page; goes into the HTML and nowhere else. */
  model: unknown;
  /** What would make the page stale. */
  tags: Set<string>;
  /** False: `no-store`, rendered for this request alone. */
  isPublic: boolean;
  /** When to come back, where the page is an error of ours or a refusal. */
  retryAfterSeconds: number | undefined;
  /** Writes an error of ours to the log. */
  report: (error: unknown) => void;
  /** Inline scripts of the page, as CSP hashes. */
  scriptHashes: string[];
  /** Null for public pages, whoever reads them. */
  visit: Visit | null;
};

/** What a personal page, or a form that was sent to any page, knows of its one reader. */
export type Visit = {
  viewer: Viewer | null;
  userAgent: string;
  /** Cookie `jrk_session_id`; empty where there is none. */
  visitId: string;
  /** Of the form; null for a GET. */
  form: URLSearchParams | null;
  /** What the action made of the form, for the loader that shows it. */
  sent: unknown;
  setCookies: string[];
};

export const pageState = createContext<PageState>();

type LoaderContext = Readonly<RouterContextProvider>;

export const servicesOf = (context: LoaderContext) => context.get(pageState).services;

/** Hands the view model to the page, and says what makes the page stale. Returns what a loader returns: nothing for the browser. */
export function serve(context: LoaderContext, model: unknown, tags: Iterable<string>): null {
  const state = context.get(pageState);
  state.model = model;
  for (const tag of tags) state.tags.add(tag);
  return null;
}

/** Server only: in the browser there is no model, and nothing that would read it. */
export const ServerModel = createReactContext<{ page: unknown; shell: unknown } | null>(null);

/** The view model that the page's loader served. Call it only under `import.meta.env.SSR`. */
export function useServerData<Model>(): Model {
  return use(ServerModel)?.page as Model;
}
