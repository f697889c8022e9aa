import type { ReactNode } from 'react';
import { use } from 'react';
import { isRouteErrorResponse, Links, Outlet, useLocation, useRouteError } from 'react-router';
import { LooksContext } from './features/categories/category-look.tsx';
import { RailContext } from './features/feed/rail.tsx';
import { OverdueHelplines } from './features/helplines/overdue-helplines.tsx';
import { SchemesContext } from './features/schemes/save-button.tsx';
import { currentLanguage } from './messages/catalogue.ts';
import { t } from './messages/messages.ts';
import { saving } from './messages/saving.ts';
import { ConsentBar } from './pages/consent-bar.tsx';
import { ProblemView } from './pages/problem-view.tsx';
import { BottomBar, Footer, Header, SkipLink } from './pages/shell.tsx';
import type { ShellModel } from './pages/shell-model.server.ts';
import { pageTable } from './page-table.ts';
import { ServerModel, spritePlace } from './platform/page/page-context.ts';
import { addressHere } from './platform/settings/site-languages.ts';
import { InertScript } from './ui/inert-script.tsx';
import { Island } from './ui/island.tsx';
import { SiteContext } from './ui/site-context.ts';
import siteCss from './site.css?url';
import { siteName } from './messages/site-name.ts';

const latinFonts = ['latin-400', 'latin-600'];

const emptyShell: ShellModel = {
  categories: [],
  looks: new Map(),
  rail: { helplines: [], dates: [] },
  overdueHelplines: new Map(),
  schemes: new Set(),
  site: undefined,
};
const useShell = () => (use(ServerModel)?.shell as ShellModel | undefined) ?? emptyShell;

export function Layout({ children }: { children: ReactNode }) {
  const shell = useShell();
  const { browser, preview } = use(ServerModel) ?? {};
  const page = pageTable.find(useLocation().pathname)?.page;
  const isStandalone = preview?.isStandalone || page?.isStandalone;
  const preloaded = page?.stylesFirst ? [] : latinFonts;
  return (
    <html lang={currentLanguage()} data-mode={preview?.isDark ? 'dark' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        {!preview && (
          <>
            <InertScript id="boot" src={browser?.boot} />
            <InertScript id="save" src={browser?.save} />
            <script dangerouslySetInnerHTML={{ __html: browser?.first ?? '' }} />
          </>
        )}
        {[...preloaded, ...(currentLanguage() === 'hi' ? ['deva-400'] : [])].map((font) => (
          <link
            key={font}
            rel="preload"
            href={`/fonts/${font}.woff2`}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <link rel="stylesheet" href={siteCss} />
        <Links />
        {browser?.react && page?.usesReact && (
          <link rel="prefetch" href={browser.react} as="script" crossOrigin="anonymous" />
        )}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" href={addressHere('/feed.xml')} type="application/rss+xml" title={t.site.feedTitle} />
        <link rel="alternate" href={addressHere('/feed.atom')} type="application/atom+xml" title={t.site.feedTitle} />
        <meta name="application-name" content={siteName()} />
        <meta name="theme-color" content="#073F47" />
      </head>
      <body>
        <SiteContext value={shell.site}>
          <LooksContext value={shell.looks}>
            <RailContext value={shell.rail}>
              <OverdueHelplines value={shell.overdueHelplines}>
                <SchemesContext value={shell.schemes}>
                  {isStandalone ? (
                    children
                  ) : (
                    <>
                      <SkipLink />
                      <Header place={page?.place} />
                      {children}
                      <Footer categories={shell.categories} />
                      <BottomBar place={page?.place} />
                    </>
                  )}
                </SchemesContext>
              </OverdueHelplines>
            </RailContext>
          </LooksContext>
          <ConsentBar />
          <Island
            id="visitor"
            name="visitor"
            when="signed-in"
            data-signing-in={page?.isForSigningIn || undefined}
            data-needs-session={page?.needsSession || undefined}
            data-prompt={shell.site?.linkMobilePrompt === false ? 'off' : undefined}
            data-poll={shell.site?.sessionPollSeconds || undefined}
          />
        </SiteContext>
        <p id="said" className="vh" role="status" data-unsaved={saving.notLoaded} />
        {/* The inline script shows it where a form cannot be sent: until then the page does not hold these words; short names: it has few bytes. */}
        <template id="off">
          <p id="no" className="toast" role="alert">
            {saving.notSent}
          </p>
        </template>
        {/* Words for the live region after a first 'Save', which loads no catalogue (first-save.ts). */}
        <p id="saved" hidden>
          <b>{saving.didSave}</b> <a href="/cart">{saving.seeList}</a>
        </p>
        <div hidden id="sprite">
          {spritePlace}
        </div>
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
    <main id="main">
      <ProblemView kind={kind} categories={shell.categories} />
    </main>
  );
}
