import type { ReactNode } from 'react';
import { use } from 'react';
import { isRouteErrorResponse, Links, Outlet, Scripts, useMatches, useRouteError } from 'react-router';
import { LooksContext } from './features/categories/category-look.tsx';
import { RailContext } from './features/feed/rail.tsx';
import { SchemesContext } from './features/schemes/put-aside-button.tsx';
import { SearchHints } from './features/search/search-hints.tsx';
import { t } from './messages/messages.ts';
import { Acts } from './pages/acts.tsx';
import { ConsentBar } from './pages/consent-bar.tsx';
import { OfflineWorker } from './pages/offline-worker.tsx';
import { ProblemView } from './pages/problem-view.tsx';
import { BottomBar, Footer, Header, type Place, SkipLink } from './pages/shell.tsx';
import type { ShellModel } from './pages/shell-model.server.ts';
import { Visitor } from './pages/visitor.tsx';
import { visitScript } from './pages/visit-script.ts';
import { ServerModel } from './platform/page-context.ts';
import { ServerOnly } from './ui/server-only.tsx';
import { SiteContext } from './ui/site-context.ts';
import siteCss from './ui/site.css?url';

// One object for ever: React compares it by identity.
const leaveAlone = { __html: '' };

export type Handle = { place?: Place; isStandalone?: boolean };

const emptyShell: ShellModel = {
  categories: [],
  looks: new Map(),
  rail: { helplines: [], dates: [] },
  schemes: new Set(),
  site: undefined,
};
// Only the server has a model; in the browser what it would fill is left as it came.
const useShell = () => (use(ServerModel)?.shell as ShellModel | undefined) ?? emptyShell;

export function Layout({ children }: { children: ReactNode }) {
  const handles = useMatches().map((match) => match.handle as Handle | undefined);
  const place = handles.find((handle) => handle?.place)?.place ?? null;
  const isStandalone = handles.some((handle) => handle?.isStandalone);
  const shell = useShell();
  const hasTags = Boolean(shell.site?.analyticsId ?? shell.site?.adsenseClient);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <script
          dangerouslySetInnerHTML={import.meta.env.SSR ? { __html: visitScript(hasTags) } : leaveAlone}
          suppressHydrationWarning
        />
        <link rel="preload" href="/fonts/latin-400.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="preload" href="/fonts/latin-600.woff2" as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={siteCss} />
        <Links />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {import.meta.env.SSR && (
          <>
            <link rel="alternate" href="/feed.xml" type="application/rss+xml" title={t.site.feedTitle} />
            <link rel="alternate" href="/feed.atom" type="application/atom+xml" title={t.site.feedTitle} />
          </>
        )}
        <meta name="theme-color" content="#073F47" />
      </head>
      <body>
        <SiteContext value={shell.site}>
          <LooksContext value={shell.looks}>
            <RailContext value={shell.rail}>
              <SchemesContext value={shell.schemes}>
                {isStandalone ? (
                  children
                ) : (
                  <>
                    <SkipLink />
                    <Header place={place} />
                    {children}
                    <Footer categories={shell.categories} />
                    <BottomBar place={place} />
                  </>
                )}
              </SchemesContext>
            </RailContext>
          </LooksContext>
          <ConsentBar />
          <Visitor />
        </SiteContext>
        <Acts />
        <OfflineWorker />
        <SearchHints />
        <div hidden id="sprite" dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
        <Scripts nonce="held" />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const kind = status === 404 ? 'not-found' : status === 410 ? 'gone' : status === 403 ? 'forbidden' : 'broken';
  const shell = useShell();
  return (
    <ServerOnly as="main" id="main">
      {import.meta.env.SSR && <ProblemView kind={kind} categories={shell.categories} />}
    </ServerOnly>
  );
}
