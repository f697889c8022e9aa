import { renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageState, ServerModel } from './platform/page-context.ts';
import { finishDocument } from './platform/finish-document.server.ts';
import { bareShell, getShellModel } from './pages/shell-model.server.ts';

export { pageState } from './platform/page-context.ts';

// To the site's own log; the router's would repeat a query with what somebody typed.
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
    return bareShell(state.services.config);
  });
  // Taken out, the router renders nothing that waits, and a page is one string at half the cost of a stream.
  const { serverHandoffStream, ...bareContext } = routerContext;
  const html = `<!DOCTYPE html>${renderToString(
    <ServerModel value={{ page: state.model, shell }}>
      <ServerRouter context={bareContext} url={request.url} nonce="held" />
    </ServerModel>,
  )}`;
  // In development the page hears of changes at once, not only once its scripts are started.
  const handoff = await new Response(serverHandoffStream).text();
  const document = finishDocument(
    import.meta.env.DEV ? html.replace('</head>', `${viteClient}</head>`) : html,
    handoff,
  );
  state.scriptHashes = document.scriptHashes;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(document.html, { status, headers });
}

// Put in by a script that the policy trusts; one that the parser finds would be refused.
const viteClient =
  "<script>document.head.append(Object.assign(document.createElement('script'),{type:'module',src:'/@vite/client'}))</script>";
