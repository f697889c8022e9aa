import { data, type LoaderFunctionArgs, redirect, type RouterContextProvider } from 'react-router';
import { isAppError, notFound } from '../wire/errors.ts';
import { parseSlugAndId } from '../wire/ids.ts';
import { pageState, type PageState, serve, type Version, type Visit } from './page-context.ts';
import { addressHere, defaultLanguage, splitPrefix } from '../settings/site-languages.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PageCache } from '../cache/page-cache.server.ts';
import type { PageServices } from './page-services.server.ts';
import { toAppError } from '../http/to-app-error.server.ts';
import type { Viewer } from '../wire/viewer.ts';

export type PageArgs = {
  services: PageServices;
  /** Caches data that many pages share; see the page cache. */
  remember: PageCache['remember'];
  params: LoaderFunctionArgs['params'];
  /** Path as requested, with the parameters that the page declares. */
  url: URL;
  /** The client's network address, as the key of rate limits. */
  address: string;
  /** Page number of a list; a malformed or out-of-range number is a 404. */
  page: number;
  /** The result of the page's action; null for a GET. */
  sent: unknown;
};

/** `versions`: where the page is a piece; see insistOnPiece. `failure`: why a part is missing; then nobody caches it. */
export type Served = { model: unknown; tags: Iterable<string>; versions?: Version[]; failure?: unknown };
export type Loader<Model> = ((args: LoaderFunctionArgs) => Promise<null>) & { model?: Model };
/** What a loader serves, and its page shows: `ModelOf<typeof loader>`. */
export type ModelOf<Of extends Loader<unknown>> = Exclude<Of['model'], undefined>;

export type PersonalArgs = Omit<PageArgs, 'page' | 'sent'> &
  Omit<Visit, 'form' | 'sent' | 'setCookies'> & {
    /** Adds Set-Cookie lines to the response. */
    setCookies(lines: string[]): void;
  };
export type VisitArgs<Result extends Sent = Sent> = PersonalArgs & { sent: Result | null };
export type FormArgs = PersonalArgs & { form: URLSearchParams };
/** An action's result for its page; `status` and Retry-After apply to the response. */
export type Sent = { status?: number; retryAfterSeconds?: number | undefined };

/** A loader that serves one view model, and answers an AppError with the error page of its status. */
export function pageLoader<Answer extends Served>(load: (args: PageArgs) => Promise<Answer>): Loader<Answer['model']> {
  return ({ context, params, request }: LoaderFunctionArgs): Promise<null> =>
    answering(context, async (state) => {
      const args = argsOf(state, params, request);
      const served = await load({ ...args, page: pageNumber(args.url), sent: state.visit?.sent ?? null });
      const tags = ['categories', 'feed', ...served.tags];
      if (served.failure) {
        state.isPublic = false;
        state.report(served.failure);
      }
      return serve(context as Readonly<RouterContextProvider>, served.model, tags, served.versions);
    });
}

/** A loader of a page for one viewer; its row in the page table must say the same. */
export function personalLoader<Answer extends Pick<Served, 'model' | 'versions'>, Result extends Sent = Sent>(
  load: (args: VisitArgs<Result>) => Promise<Answer>,
): Loader<Answer['model']> {
  return ({ context, params, request }: LoaderFunctionArgs): Promise<null> =>
    answering(context, async (state) => {
      const visit = visitOf(state);
      state.isPublic = false;
      const { model, versions } = await load({
        ...argsOf(state, params, request),
        ...personal(visit),
        sent: visit.sent as Result | null,
      });
      return serve(context as Readonly<RouterContextProvider>, model, [], versions);
    });
}

/** Handles a form submission: throws a redirect (303), or returns a result for the loader to show. */
export function pageAction<Result extends Sent>(act: (args: FormArgs) => Promise<Result | Response>) {
  return ({ context, params, request }: LoaderFunctionArgs) =>
    answering(context, async (state) => {
      const visit = visitOf(state);
      const result = await act({
        ...argsOf(state, params, request),
        ...personal(visit),
        form: visit.form ?? new URLSearchParams(),
      });
      if (result instanceof Response) return result;
      visit.sent = result;
      state.retryAfterSeconds = result.retryAfterSeconds;
      return data(null, { status: result.status ?? 200 });
    });
}

/** Redirects a signed-out visitor to the sign-in page, which leads back afterwards. */
export function needsViewer(viewer: Viewer | null, url: URL): Viewer {
  if (viewer) return viewer;
  throw redirect(
    `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: addressHere(url.pathname) + url.search.replaceAll('%20', '+') })}`,
    303,
  );
}

function visitOf({ visit }: PageState): Visit {
  // The router takes spellings that the page table refuses, such as an encoded slash in a parameter.
  if (!visit) throw data(null, { status: 404 });
  return visit;
}

const personal = ({ form: _form, sent: _sent, setCookies, ...visit }: Visit) => ({
  ...visit,
  setCookies: (lines: string[]) => void setCookies.push(...lines),
});

const argsOf = (
  { services, remember, address }: PageState,
  params: LoaderFunctionArgs['params'],
  request: Request,
) => ({ services, remember, params, url: new URL(request.url), address });

async function answering<Result>(
  context: LoaderFunctionArgs['context'],
  work: (state: PageState) => Promise<Result>,
): Promise<Result> {
  const state = (context as Readonly<RouterContextProvider>).get(pageState);
  try {
    return await work(state);
  } catch (error) {
    // Redirects and responses are thrown too, and pass through.
    if (!(error instanceof Error)) throw error;
    if (!isAppError(error)) state.report(error);
    const answer = toAppError(error);
    state.retryAfterSeconds = answer.retryAfterSeconds;
    state.isForCaller = answer.status === 429;
    throw data(null, { status: answer.status });
  }
}

function pageNumber(url: URL): number {
  const text = url.searchParams.get('page');
  if (text === null) return 1;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}

/** Decodes the id in `{slug}-{encoded id}`. @throws AppError 404 when it is malformed */
export function idOf(segment: string | undefined, kind: Parameters<typeof notFound>[0]): number {
  const parsed = parseSlugAndId(segment ?? '');
  if (!parsed) throw notFound(kind);
  return parsed.id;
}

/** Wrong slug, padded id, trailing slash, `page=1`: redirects (301) to the page's canonical URL. */
export function insistOn(canonicalPath: string, url: URL): void {
  const isFirstPage = url.searchParams.get('page') === '1';
  if (isFirstPage) url.searchParams.delete('page');
  if (url.pathname === canonicalPath && !isFirstPage) return;
  const query = url.searchParams.toString();
  throw redirect(canonicalPath + (query === '' ? '' : `?${query}`), 301);
}

type Piece = {
  lang: string;
  /** With the prefix of its own language. */
  canonicalUrl: string;
  translations: { lang: string; canonicalUrl: string }[];
  olderThan?: string | null;
};

/**
 * Redirects (301) to the translation in the page's language, from a bare address to the piece's own prefix, and as
 * `insistOn` does. Without a translation the piece is shown in this frame.
 */
export function insistOnPiece(piece: Piece, url: URL): Version[] {
  const here = currentLanguage();
  const translation = piece.lang === here ? undefined : piece.translations.find(({ lang }) => lang === here);
  const { language, bare } = splitPrefix(piece.canonicalUrl);
  if (here === defaultLanguage() && language !== null) throw redirect(piece.canonicalUrl + url.search, 301);
  if (here !== defaultLanguage() && translation) throw redirect(translation.canonicalUrl + url.search, 301);
  insistOn(bare, url);
  return versionsOf(piece);
}

export const versionsOf = ({ lang, canonicalUrl, translations, olderThan = null }: Piece): Version[] => [
  { lang, canonicalUrl, olderThan },
  ...translations,
];

/**
 * A page past the end of a list is a 404, or the cache could be filled with empty pages of any number. @throws AppError
 * page_not_found
 */
export function insistOnItems(list: { data: unknown[] } | null, page: number): void {
  if (page > 1 && !list?.data.length) throw notFound('page');
}
