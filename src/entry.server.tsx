import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { noBrowserFiles, pageState, ServerModel, spritePlace } from './platform/page/page-context.ts';
import { bareShell, getShellModel } from './pages/shell-model.server.ts';
import { symbolsFor } from './ui/icons.ts';

export { pageState } from './platform/page/page-context.ts';

// Log through the site's logger: the router's default would log the query, which may contain user input.
export const handleError: HandleErrorFunction = (error, { context }) =>
  (context as Readonly<RouterContextProvider>).get(pageState).report(error);

export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const state = context.get(pageState);
  const shell = await getShellModel(state.services, state.remember).catch((error: unknown) => {
    state.report(error);
    state.isPublic = false;
    return bareShell(state.services);
  });
  // Without the router's hand-off stream for client scripts, a page renders to one string at half the cost of
  // streaming.
  const { serverHandoffStream, ...bareContext } = routerContext;
  void serverHandoffStream?.cancel();
  const html = `<!DOCTYPE html>${renderToString(
    <ServerModel
      value={{
        page: state.model,
        shell,
        versions: state.versions,
        browser: state.preview ? noBrowserFiles : state.browser,
        preview: state.preview,
      }}
    >
      <ServerRouter context={bareContext} url={request.url} />
    </ServerModel>,
  )}`;
  headers.set('content-type', 'text/html; charset=utf-8');
  state.html = finishDocument(html);
  return new Response(null, { status, headers });
}

const rightToLeft = /(<[a-z][\w-]*\b[^<>]*?) lang="ur"([^<>]*>)/g;

/** Right-to-left languages carry their direction wherever a page names them. */
function withDirection(html: string): string {
  // Hardly any page names one, and the pattern looks at every tag.
  if (!html.includes(' lang="ur"')) return html;
  return html.replace(rightToLeft, (whole, before: string, after: string) =>
    / dir="/.test(before + after) ? whole : `${before} lang="ur" dir="rtl"${after}`,
  );
}

/**
 * Last step of rendering: the inline SVG sprite gets only the symbols that the page refers to, and right-to-left
 * languages their direction.
 */
export function finishDocument(rendered: string): string {
  const names = new Set([...rendered.matchAll(/#i-([a-z0-9-]+)/g)].map((match) => match[1] as string));
  const symbols = symbolsFor(names);
  return withDirection(rendered).replace(spritePlace, () => symbols);
}
