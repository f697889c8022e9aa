import { data, type LoaderFunctionArgs, redirect, type RouterContextProvider } from 'react-router';
import { isAppError, notFound } from './errors.ts';
import { parseSlugAndId } from './ids.ts';
import { pageState, type PageState, serve, type Visit } from './page-context.ts';
import type { PageCache } from './page-cache.server.ts';
import type { PageServices } from './page-services.server.ts';
import { toAppError } from './to-app-error.server.ts';
import type { Viewer } from './viewer.ts';

export type PageArgs = {
  services: PageServices;
  /** For what many pages share; see the page cache. */
  remember: PageCache['remember'];
  params: LoaderFunctionArgs['params'];
  /** Path as asked for, and the parameters that pages know. */
  url: URL;
  /** The reader's network address. */
  address: string;
  /** The number of the page of a list; what is no number, or out of bounds, is not found. */
  page: number;
  /** What the page's action made of a form sent to it; null for who only reads. */
  sent: unknown;
};

export type Served = { model: unknown; tags: Iterable<string> };

type PersonalArgs = Omit<PageArgs, 'page' | 'sent'> & {
  viewer: Viewer | null;
  userAgent: string;
  visitId: string;
  /** Adds Set-Cookie lines to the answer. */
  setCookies(lines: string[]): void;
};
/** What an action tells the page that shows it; `status` and the time to come back are the answer's. */
export type Sent = { status?: number; retryAfterSeconds?: number | undefined };

/** A loader that serves one view model, and answers an AppError with the page for its status. */
export function pageLoader(load: (args: PageArgs) => Promise<Served>) {
  return ({ context, params, request }: LoaderFunctionArgs): Promise<null> =>
    answering(context, async (state) => {
      const args = argsOf(state, params, request);
      const served = await load({ ...args, page: pageNumber(args.url), sent: state.visit?.sent ?? null });
      return serve(context as Readonly<RouterContextProvider>, served.model, ['categories', 'feed', ...served.tags]);
    });
}

/** A loader of a page for one reader; list its address in page-address.server.ts. */
export function personalLoader<Result extends Sent = Sent>(
  load: (args: PersonalArgs & { sent: Result | null }) => Promise<{ model: unknown }>,
) {
  return ({ context, params, request }: LoaderFunctionArgs): Promise<null> =>
    answering(context, async (state) => {
      const visit = visitOf(state);
      state.isPublic = false;
      const { model } = await load({
        ...argsOf(state, params, request),
        ...personal(visit),
        sent: visit.sent as Result | null,
      });
      return serve(context as Readonly<RouterContextProvider>, model, []);
    });
}

/** What a form sent to the page does: goes elsewhere by a redirect (303), or tells the loader what to show. */
export function pageAction<Result extends Sent>(
  act: (args: PersonalArgs & { form: URLSearchParams }) => Promise<Result | Response>,
) {
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

/** Sends who is not signed in to the sign-in page, and back afterwards. */
export function needsViewer(viewer: Viewer | null, url: URL): Viewer {
  if (viewer) return viewer;
  throw redirect(
    `/login?${new URLSearchParams({ error: 'SessionRequired', callbackUrl: url.pathname + url.search.replaceAll('%20', '+') })}`,
    303,
  );
}

function visitOf({ visit }: PageState): Visit {
  if (!visit) throw new Error('Not a personal page: its address is missing in page-address.server.ts.');
  return visit;
}

const personal = ({ viewer, userAgent, visitId, setCookies }: Visit) => ({
  viewer,
  userAgent,
  visitId,
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
    // Redirects and answers are thrown too.
    if (!(error instanceof Error)) throw error;
    if (!isAppError(error)) state.report(error);
    const answer = toAppError(error);
    state.retryAfterSeconds = answer.retryAfterSeconds;
    throw data(null, { status: answer.status });
  }
}

function pageNumber(url: URL): number {
  const text = url.searchParams.get('page');
  if (text === null) return 1;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}

/** The id in `{slug}-{encoded id}`. @throws AppError when nothing can be read */
export function idOf(segment: string | undefined, kind: Parameters<typeof notFound>[0]): number {
  const parsed = parseSlugAndId(segment ?? '');
  if (!parsed) throw notFound(kind);
  return parsed.id;
}

/** Wrong slug, padded id, trailing slash, `page=1`: 301 to the one address of the page. */
export function insistOn(canonicalPath: string, url: URL): void {
  const isFirstPage = url.searchParams.get('page') === '1';
  if (isFirstPage) url.searchParams.delete('page');
  if (url.pathname === canonicalPath && !isFirstPage) return;
  const query = url.searchParams.toString();
  throw redirect(canonicalPath + (query === '' ? '' : `?${query}`), 301);
}

/** A page past the end of a list is no page: it would be one more to keep for every number. @throws AppError page_not_found */
export function insistOnItems(list: { data: unknown[] } | null, page: number): void {
  if (page > 1 && !list?.data.length) throw notFound('page');
}
