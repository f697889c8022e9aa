import { type ComponentType, use } from 'react';
import { type LoaderFunction, redirect, type RouterContextProvider } from 'react-router';
import {
  commentOnPreview,
  longestComment,
  longestName,
  mostComments,
  openPreview,
  previewCookies,
  previewPath,
} from '../../features/studio/sharing/preview-links.server.ts';
import { asIfLive, PreviewNotPossible, showUnready } from '../../features/studio/sharing/show-preview.server.ts';
import type { StudioKind } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { studio as words } from '../../messages/studio.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import { gateBehind } from '../../platform/guard/limits.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import { pageState, type PageState, ServerModel, useServerData } from '../../platform/page/page-context.ts';
import { pageAction, personalLoader, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { defaultLanguage, splitPrefix } from '../../platform/settings/site-languages.ts';
import '../../ui/forms.css';
import ArticlePage from './article.tsx';
import AuthorPage from './author.tsx';
import CategoryPage from './category.tsx';
import CheckPage from '../errands/check.tsx';
import HomePage from './home.tsx';
import { PhoneFrame, PreviewBar, PreviewNotes, type PreviewModel, UnreadyView } from './preview-view.tsx';
import { readPage, type Shown } from '../read-page.server.ts';
import ReferPage from '../errands/refer.tsx';
import TagPage from './tag.tsx';
import TextPage from './text-page.tsx';
import VideoPage from './video.tsx';
import WebStoryPage from './webstory.tsx';

/** Each kind's own page: a preview is that page, not a likeness. */
const pages: Record<StudioKind, ComponentType> = {
  articles: ArticlePage,
  videos: VideoPage,
  webstories: WebStoryPage,
  pages: TextPage,
  categories: CategoryPage,
  tags: TagPage,
  authors: AuthorPage,
  ctas: ReferPage,
  scams: CheckPage,
  feed: HomePage,
};

type SentHere = Sent & { typed: { name: string; text: string }; problem: string };
type Served = { preview: PreviewModel; shown: Shown | null; unready: Awaited<ReturnType<typeof showUnready>> | null };

const gates = new WeakMap<object, ReturnType<typeof gateBehind>>();
const gateOf = ({ limits }: PageServices) => {
  const gate = gates.get(limits) ?? gateBehind(limits.previewMisses);
  gates.set(limits, gate);
  return gate;
};

/** Counts what opens nothing, so that nobody can search for addresses. @throws AppError 404 or 429 */
async function guarded<Result>(services: PageServices, address: string, open: () => Promise<Result>): Promise<Result> {
  const gate = gateOf(services);
  gate.pass(networkOf(address));
  try {
    return await open();
  } catch (error) {
    if (isAppError(error) && error.status === 404) await gate.count(networkOf(address));
    throw error;
  }
}

const load = (report: PageState['report']) =>
  personalLoader<SentHere>(async ({ services, params, url, address, sent, setCookies }) => {
    const secret = params.slug ?? '';
    const opened = await guarded(services, address, () => openPreview(services, secret));
    const { piece, revision, comments, expiresAt } = opened;
    // After the lookup: a wrong address is a 404 however many pages somebody has opened.
    await services.limits.previews(networkOf(address));
    const path = previewPath(piece.lang, secret);
    const language = splitPrefix(path).language ?? defaultLanguage();
    // An absolute address: a bare path would get the prefix of this page again.
    if (piece.lang !== null && language !== currentLanguage())
      throw redirect(services.config.publicOrigin + path + url.search, 303);
    setCookies(previewCookies(services, opened, secret));
    const asked = (name: string) => url.searchParams.has(name);
    const isBare = asked('bare');
    const preview: PreviewModel = {
      path: piece.lang === null ? `/preview/${secret}` : splitPrefix(path).bare,
      isBare,
      isDark: asked('dark'),
      isPhone: !isBare && (asked('phone') || piece.kind === 'webstories'),
      state: piece.state,
      revision: piece.revision,
      expiresAt: expiresAt.toISOString(),
      comments,
      isFull: comments.length >= mostComments,
      hasSent: asked('sent'),
      typed: sent?.typed ?? { name: '', text: '' },
      problem: sent?.problem ?? null,
      isLive: piece.live === piece.revision,
      title: piece.title,
      origin: services.config.publicOrigin,
    };
    try {
      const shown = await asIfLive(services, piece, revision, (inner) => readPage(inner, piece, report));
      return { model: { preview, shown, unready: null } satisfies Served };
    } catch (error) {
      if (!(error instanceof PreviewNotPossible)) throw error;
      const unready = await showUnready(services, piece, revision);
      return { model: { preview: { ...preview, isPhone: false }, shown: null, unready } satisfies Served };
    }
  });

/** What the layout must know is set first: an error page of an ended link, too, must not tell anybody its address. */
export const loader: LoaderFunction = async (args) => {
  const state = (args.context as Readonly<RouterContextProvider>).get(pageState);
  const isBare = new URL(args.request.url).searchParams.has('bare');
  state.preview = { isDark: new URL(args.request.url).searchParams.has('dark'), isStandalone: false, head: null };
  const result = await load(state.report)(args);
  const { shown, preview } = state.model as Served;
  state.preview.isStandalone = preview.isPhone || (isBare && shown?.kind === 'webstories');
  return result;
};

const hereOf = (lang: string | null, secret: string) => previewPath(lang ?? currentLanguage(), secret);

const act = pageAction<SentHere>(async ({ services, params, form, address }) => {
  const secret = params.slug ?? '';
  const { piece } = await guarded(services, address, () => openPreview(services, secret));
  const typed = { name: (form.get('name') ?? '').trim(), text: (form.get('text') ?? '').trim() };
  // A form of the page itself, such as a call to action's questions, has no comment.
  if (!form.has('name') && !form.has('text')) return redirect(hereOf(piece.lang, secret), 303);
  const { preview } = words;
  const refuse = (problem: string, status = 400): SentHere => ({ status, typed, problem });
  if (typed.name === '') return refuse(preview.nameNeeded);
  if (typed.text === '') return refuse(preview.textNeeded);
  if (typed.name.length > longestName || typed.text.length > longestComment) return refuse(preview.textLong);
  await services.limits.previewComments(networkOf(address));
  try {
    await commentOnPreview(services, secret, typed);
  } catch (error) {
    if (!isAppError(error) || error.status !== 409) throw error;
    return refuse(preview.full, 409);
  }
  return redirect(`${hereOf(piece.lang, secret)}?sent=1#comments`, 303);
});

export const action: typeof act = (args) => {
  const state = (args.context as Readonly<RouterContextProvider>).get(pageState);
  state.preview = { isDark: false, isStandalone: false, head: null };
  return act(args);
};

export default function PreviewPage() {
  const { preview, shown, unready } = useServerData<Served>();
  const server = use(ServerModel)!;
  const Page = shown && pages[shown.kind];
  const page = Page && shown && (
    <ServerModel value={{ ...server, page: shown.model, versions: shown.versions }}>
      <Page />
    </ServerModel>
  );
  return (
    <>
      {!preview.isBare && <PreviewBar {...preview} />}
      {/* In a template nothing shows; its head still tells what the cards below say. */}
      {preview.isPhone ? <template>{page}</template> : page}
      {preview.isPhone && <PhoneFrame {...preview} />}
      {unready && <UnreadyView {...unready} title={preview.title} />}
      {!preview.isBare && <PreviewNotes {...preview} head={server.preview} />}
    </>
  );
}
