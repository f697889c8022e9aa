import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { type ArticleModel, ArticleView } from '../src/pages/reading/article-view.tsx';
import { LooksContext } from '../src/features/categories/category-look.tsx';
import { BottomBar, Footer, Header, SkipLink } from '../src/pages/shell.tsx';
import type { ShellModel } from '../src/pages/shell-model.server.ts';

/**
 * @returns what renders the page. React Router's provider, whose hooks the frame calls, is part of the baseline: the
 * router is made once, and its one route matches every path.
 */
export function barePageOf(model: ArticleModel, shell: ShellModel): () => string {
  const page = (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
      </head>
      <body>
        <LooksContext value={shell.looks}>
          <SkipLink />
          <Header />
          <main id="main">
            <ArticleView {...model} />
          </main>
          <Footer categories={shell.categories} />
          <BottomBar />
        </LooksContext>
      </body>
    </html>
  );
  const router = createMemoryRouter([{ path: '*', element: page }]);
  return () => renderToString(<RouterProvider router={router} />);
}
