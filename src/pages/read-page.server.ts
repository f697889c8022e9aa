import { type LoaderFunction, RouterContextProvider } from 'react-router';
import type { StudioKind } from '../database/schema.ts';
import { addressOf } from '../features/studio/pieces/present-piece.server.ts';
import { notFound } from '../platform/wire/errors.ts';
import { noBrowserFiles, pageState, type PageState, type Version } from '../platform/page/page-context.ts';
import type { PageServices } from '../platform/page/page-services.server.ts';
import { splitPrefix } from '../platform/settings/site-languages.ts';
import { loader as articles } from './reading/article.tsx';
import { loader as authors } from './reading/author.tsx';
import { loader as categories } from './reading/category.tsx';
import { loader as feed } from './reading/home.tsx';
import { loader as ctas } from './errands/refer.tsx';
import { loader as scams } from './errands/scam-shown.server.ts';
import { loader as tags } from './reading/tag.tsx';
import { loader as pages } from './reading/text-page.tsx';
import { loader as videos } from './reading/video.tsx';
import { loader as webstories } from './reading/webstory.tsx';

const loaders: Record<StudioKind, LoaderFunction> = {
  articles,
  videos,
  webstories,
  pages,
  categories,
  tags,
  authors,
  ctas,
  scams,
  feed,
};

export type Shown = { kind: StudioKind; model: unknown; versions: Version[] | null };

/** Calls the loader of the piece's own page, as a signed-out reader at its address, and follows its redirects. */
export async function readPage(
  services: PageServices,
  piece: Parameters<typeof addressOf>[0] & { kind: StudioKind },
  report: PageState['report'],
): Promise<Shown> {
  let path = addressOf(piece) ?? '/';
  for (let tries = 0; tries < 3; tries += 1) {
    const state: PageState = {
      services,
      // Never shared: what is read here is rolled back.
      remember: (_name, _tags, read) => read(),
      address: '',
      model: null,
      versions: null,
      tags: new Set(),
      html: null,
      isPublic: false,
      isForCaller: false,
      retryAfterSeconds: undefined,
      report,
      browser: noBrowserFiles,
      visit: {
        viewer: null,
        userAgent: '',
        cookie: undefined,
        referer: undefined,
        visitId: '',
        form: null,
        sent: null,
        setCookies: [],
      },
      preview: null,
    };
    const context = new RouterContextProvider();
    context.set(pageState, state);
    const last = path.split('/').at(-1);
    const request = new Request(new URL(path, services.config.publicOrigin));
    const args = { context, request, params: { key: last, slug: last, cta: last } };
    try {
      await loaders[piece.kind](args as unknown as Parameters<LoaderFunction>[0]);
      return { kind: piece.kind, model: state.model, versions: state.versions };
    } catch (error) {
      const location = error instanceof Response ? error.headers.get('location') : null;
      if (location === null) throw error;
      path = splitPrefix(location).bare;
    }
  }
  throw notFound('preview');
}
