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
import {
  pageState,
  type PageState,
  ServerModel,
  useServerData,
  type PagePreview,
} from '../../platform/page/page-context.ts';
import { pageAction, personalLoader, type VisitArgs, type Sent } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { defaultLanguage, splitPrefix, addressIn } from '../../platform/settings/site-languages.ts';
import '../../ui/forms.css';
import ArticlePage from './article.tsx';
import AuthorPage from './author.tsx';
import CategoryPage from './category.tsx';
import CheckPage from '../errands/check.tsx';
import HomePage from './home.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { formatDate, hostOf } from '../../ui/format.ts';
import { PageHead, shorten } from '../../ui/page-head.tsx';
import { Notice } from '../account/gate.tsx';
import styles from './preview.module.css';
import { readPage, type Shown } from '../read-page.server.ts';
import ReferPage from '../errands/refer.tsx';
import TagPage from './tag.tsx';
import TextPage from './text-page.tsx';
import VideoPage from './video.tsx';
import WebStoryPage from './webstory.tsx';

type PreviewModel = {
  /** Without prefix and query. */
  path: string;
  /** The page alone, as the frame shows it. */
  isBare: boolean;
  isDark: boolean;
  isPhone: boolean;
  state: keyof typeof words.state;
  revision: number;
  expiresAt: string;
  comments: { id: number; name: string; text: string; revision: number; at: string }[];
  isFull: boolean;
  hasSent: boolean;
  typed: { name: string; text: string };
  problem: string | null;
  /** Readers see this revision already, so its share picture is drawn. */
  isLive: boolean;
  title: string;
  origin: string;
};

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' });
const momentOf = (at: string): string => `${formatDate(at)}, ${clock.format(new Date(at))}`;

function addressOf({ path }: PreviewModel, shown: { phone?: boolean; dark?: boolean; bare?: boolean }): string {
  const names = Object.entries(shown).flatMap(([name, isOn]) => (isOn ? [`${name}=1`] : []));
  return names.length === 0 ? path : `${path}?${names.join('&')}`;
}

function PreviewBar(model: PreviewModel) {
  const { preview } = words;
  const { isDark, isPhone } = model;
  return (
    <div className={styles.bar} role="region" aria-label={preview.title}>
      <p>
        <b>{preview.title}</b> · {preview.revision(model.revision)} · {words.state[model.state]}
        <br />
        {preview.note} {preview.until(momentOf(model.expiresAt))}
      </p>
      <a href={addressOf(model, { phone: !isPhone, dark: isDark })}>{isPhone ? preview.desktop : preview.phone}</a>
      <a href={addressOf(model, { phone: isPhone, dark: !isDark })}>{isDark ? preview.light : preview.dark}</a>
      <a href="#cards">{preview.cards}</a>
      <a href="#comments">{`${preview.comments} (${model.comments.length})`}</a>
    </div>
  );
}

function PhoneFrame(model: PreviewModel) {
  return (
    <main id="main">
      <iframe
        className={styles.phone}
        title={words.preview.frame}
        src={addressIn(currentLanguage(), addressOf(model, { bare: true, dark: model.isDark }))}
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
      />
    </main>
  );
}

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
  personalLoader(async ({ services, params, url, address, sent, setCookies }: VisitArgs<SentHere>) => {
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
    const hasParameter = (name: string) => url.searchParams.has(name);
    const isBare = hasParameter('bare');
    const preview: PreviewModel = {
      path: piece.lang === null ? `/preview/${secret}` : splitPrefix(path).bare,
      isBare,
      isDark: hasParameter('dark'),
      isPhone: !isBare && (hasParameter('phone') || piece.kind === 'webstories'),
      state: piece.state,
      revision: piece.revision,
      expiresAt: expiresAt.toISOString(),
      comments,
      isFull: comments.length >= mostComments,
      hasSent: hasParameter('sent'),
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

/** A draft that lacks what its page needs: why, and its text. */
function UnreadyView({ reasons, bodyHtml, title }: { reasons: string[]; bodyHtml: string; title: string }) {
  return (
    <main id="main" className="wrap read no-toc">
      <PageHead title={title} description={title} isUnlisted />
      <article className="paper">
        <Notice tone="warn" title={words.preview.unready}>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
        <h1>{title}</h1>
        <div className="md" dangerouslySetInnerHTML={{ __html: bodyHtml }} />
      </article>
    </main>
  );
}

/** Below the page: how others will show it, and the comments. */
function PreviewNotes(model: PreviewModel & { head: PagePreview | null }) {
  const { head: preview, ...rest } = model;
  return (
    <aside className={`wrap ${styles.notes}`} aria-label={words.preview.title}>
      {preview?.head && <Cards {...rest} head={preview.head} />}
      <Comments {...rest} />
    </aside>
  );
}

function Cards({ head, origin, isLive }: PreviewModel & { head: NonNullable<PagePreview['head']> }) {
  const { preview } = words;
  const address = head.path === null ? origin : new URL(head.path, origin).href;
  return (
    <section id="cards">
      <h2>{preview.cards}</h2>
      <h3>{preview.whatsApp}</h3>
      <div className={styles.chat}>
        {isLive && head.picture ? (
          <img src={head.picture} alt="" width={1200} height={675} loading="lazy" />
        ) : (
          <small>{preview.picture}</small>
        )}
        <p>
          <b>{shorten(head.heading, 80)}</b>
        </p>
        <small>
          {shorten(head.description, 90)}
          <br />
          {hostOf(address)}
        </small>
      </div>
      <h3>{preview.search}</h3>
      <div className={styles.result}>
        <p>{shorten(address, 70)}</p>
        <p className={styles.link}>{shorten(head.title, 60)}</p>
        <p>{shorten(head.description, 155)}</p>
      </div>
    </section>
  );
}

function Comments({ comments, isFull, hasSent, typed, problem, path, revision }: PreviewModel) {
  const { preview } = words;
  return (
    <section id="comments">
      <h2>{preview.comments}</h2>
      {problem !== null ? <Notice tone="bad" title={problem} /> : hasSent && <Notice title={preview.sent} />}
      {comments.length === 0 && <p className="soft">{preview.noComments}</p>}
      <ul className="ledger">
        {comments.map((comment) => (
          <li key={comment.id}>
            <p>
              <b>{comment.name}</b>{' '}
              <span className="soft">
                {momentOf(comment.at)}
                {comment.revision !== revision && `, ${preview.onRevision(comment.revision)}`}
              </span>
            </p>
            <p className={styles.comment}>{comment.text}</p>
          </li>
        ))}
      </ul>
      {isFull ? (
        <p>{preview.full}</p>
      ) : (
        <form className="form" method="post" action={`${path}#comments`} noValidate>
          <Field
            id="preview-name"
            name="name"
            label={preview.name}
            defaultValue={typed.name}
            autoComplete="name"
            maxLength={80}
            required
          />
          <TextArea
            id="preview-text"
            name="text"
            label={preview.text}
            rows={5}
            maxLength={2000}
            defaultValue={typed.text}
            required
          />
          <button type="submit" className="btn">
            {preview.send}
          </button>
        </form>
      )}
    </section>
  );
}

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
