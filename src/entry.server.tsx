import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { noBrowserFiles, pageState, ServerModel } from './platform/page/page-context.ts';
import { finishDocument } from './platform/page/finish-document.server.ts';
import { bareShell, getShellModel } from './pages/shell-model.server.ts';

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
