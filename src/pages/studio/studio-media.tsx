import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { captionClip, describeMedia, listMedia, removeMedia } from '../../features/studio/media/media-desk.server.ts';
import { captionsInput, mediaInput, mediaNamed, mediaQuery } from '../../features/studio/studio.contract.ts';
import { account } from '../../messages/account.ts';
import { studioEditor } from '../../messages/studio-editor.ts';
import { notFound } from '../../platform/wire/errors.ts';
import type { ModelOf, Sent } from '../../platform/page/page-loader.server.ts';
import { type Actor, hasOne, readers } from '../../features/studio/studio.policy.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { WrittenBy } from '../account/own-view.tsx';
import type { z } from 'zod';
import type { StudioKind } from '../../database/schema.ts';
import type * as wire from '../../features/studio/studio.contract.ts';
import { studioMedia as words } from '../../messages/studio-media.ts';
import { Field, FieldError, Labelled, marksOf } from '../../ui/field.tsx';
import { formatDate, formatNumber, langOf } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { deskPage, Done, pieceHref, DeskHead, Links } from './studio-parts.tsx';
import { deskAction, type DeskArgs, deskLoader, onRefusal } from './studio-staff.server.ts';
import { choiceIn } from '../page-in.ts';

type Media = z.output<typeof wire.mediaLine>;
/** Of a form that came back. */
type MediaProblem = {
  path: string;
  go: 'describe' | 'captions' | 'remove';
  message: string;
  description: string;
  credit: string;
  text: string;
};

const here = '/studio/media';

type SentHere = Sent & { problem: MediaProblem };

export const loader = deskLoader(readers, async ({ services, url, actor, sent }: DeskArgs<SentHere>) => {
  const { done: _, ...query } = Object.fromEntries(url.searchParams);
  const filter = mediaQuery.safeParse(query);
  if (!filter.success) throw notFound('page');
  return {
    ...(await listMedia(services, actor, { ...filter.data, pageSize: 24 })),
    person: actor.id,
    maySend: hasOne(actor, ['writer', 'editor', 'admin']),
    kind: filter.data.kind ?? null,
    isUndescribed: filter.data.without !== undefined,
    done: choiceIn(url, 'done', ['saved', 'removed', 'sent']),
    problem: sent?.problem ?? null,
  };
});

type Model = ModelOf<typeof loader>;

function typedIn(form: URLSearchParams): Omit<MediaProblem, 'message'> {
  const [path, description, credit, text] = ['path', 'description', 'credit', 'text'].map(
    (name) => form.get(name) ?? '',
  );
  const go = form.get('go');
  return {
    path: path!,
    go: go === 'captions' || go === 'remove' ? go : 'describe',
    description: description!.trim(),
    credit: credit!.trim(),
    text: text!,
  };
}

/** Description and credit, captions, erasing: each a form of its own. */
export const action = deskAction<SentHere>(readers, {
  typed: ['description', 'credit', 'text'],
  comeBack: (form) => ({ problem: { ...typedIn(form), message: account.again.back } }),
  async act({ services, url, actor, form }) {
    const typed = typedIn(form);
    const wrong = (status: number, message: string): SentHere => ({ status, problem: { ...typed, message } });
    const done = await change(services, actor, typed).catch(
      onRefusal([400, 409], ({ status, message }) => wrong(status, message)),
    );
    if (done === null) return wrong(400, studioEditor.why.invalid);
    if (typeof done === 'object') return done;
    url.searchParams.set('done', done);
    return redirect(`/studio/media${url.search}`, 303);
  },
});

/** @returns null where it was refused as typed */
async function change(
  services: PageServices,
  actor: Actor,
  { path, go, description, credit, text }: ReturnType<typeof typedIn>,
): Promise<'saved' | 'removed' | null> {
  if (go === 'remove') {
    const input = mediaNamed.safeParse({ path });
    if (input.success) await removeMedia(services, actor, input.data.path);
    return input.success ? 'removed' : null;
  }
  if (go === 'captions') {
    const input = captionsInput.safeParse({ path, text });
    if (input.success) await captionClip(services, actor, input.data);
    return input.success ? 'saved' : null;
  }
  const input = mediaInput.safeParse({ path, description, credit });
  if (input.success) await describeMedia(services, actor, input.data);
  return input.success ? 'saved' : null;
}

/** Everything that the newsroom has sent: described, captioned, and where it is used. */
function StudioMediaView({ nav, person, maySend, kind, isUndescribed, done, problem, ...list }: Model) {
  const without = isUndescribed ? 'description' : null;
  const filters = [
    { text: words.all, href: here, isHere: kind === null && !isUndescribed },
    { text: words.onlyPictures, href: `${here}?kind=picture`, isHere: kind === 'picture' && !isUndescribed },
    { text: words.onlyClips, href: `${here}?kind=video`, isHere: kind === 'video' && !isUndescribed },
    { text: words.onlyCaptions, href: `${here}?kind=captions`, isHere: kind === 'captions' && !isUndescribed },
    { text: words.undescribed, href: `${here}?without=description`, isHere: isUndescribed },
  ];
  return (
    <>
      <DeskHead nav={nav} path={here} title={words.title} />
      <p className="soft">{words.note}</p>
      {done && <Done>{words[done]}</Done>}
      {maySend && (
        <section>
          <SectionHead title={words.send} />
          <Island name="studio-send" when="now" props={{ person }}>
            <noscript>
              <p className="call note">{words.needsScript}</p>
            </noscript>
          </Island>
        </section>
      )}
      <Links label={words.filters} links={filters} areTabs />
      {list.data.length === 0 && <p className="soft">{words.none}</p>}
      <ul className="studio-media">
        {list.data.map((media) => (
          <MediaItem
            key={media.path}
            media={media}
            person={person}
            problem={problem?.path === media.path ? problem : null}
          />
        ))}
      </ul>
      <Pager {...list} hrefOf={(page) => addressWith(here, { kind, without, page })} />
    </>
  );
}

const idOf = ({ path }: Media) => path.slice('/media/studio/'.length).replace('.', '-');

function MediaItem({ media, person, problem }: { media: Media; person: string; problem: MediaProblem | null }) {
  const { path, kind, description, credit, bytes, seconds, mayChange, mayRemove } = media;
  const name = description || words.noDescription;
  const of = (go: MediaProblem['go']) => (problem?.go === go ? problem : null);
  const content = (
    <>
      <Shown media={media} />
      {kind === 'video' && mayChange && (
        <div className="studio-row" data-poster hidden>
          <button type="button" className="btn ghost">
            {words.posterChange}
          </button>
          <span role="status" />
        </div>
      )}
      <b lang={langOf(name)}>{name}</b>
      <span className="studio-meta">
        <span>{words.kinds[kind]}</span>
        <span>{words.size(formatNumber(Math.ceil(bytes / 1024)))}</span>
        {seconds !== null && <span>{words.seconds(seconds)}</span>}
        {kind === 'video' && <span>{media.captions ? words.hasCaptions : words.noCaptions}</span>}
        {credit && <span lang={langOf(credit)}>{words.creditOf(credit)}</span>}
        <span>{words.sentBy(studioEditor.by(media.byName), formatDate(media.at))}</span>
      </span>
      <UsedIn media={media} />
      <details>
        <summary>{words.address}</summary>
        <code className="studio-address">{path}</code>
      </details>
      {mayChange && <DescribeForm media={media} problem={of('describe')} />}
      {mayChange && kind === 'video' && <CaptionsForm media={media} problem={of('captions')} />}
      {(mayRemove || of('remove')) && <RemoveForm media={media} problem={of('remove')} />}
    </>
  );
  if (kind !== 'video' || !mayChange) return <li>{content}</li>;
  // The island adds to what the server rendered: nothing is replaced.
  return (
    <li>
      <Island name="studio-clip" when="now" props={{ person, path, name: description || path }}>
        {content}
      </Island>
    </li>
  );
}

function Shown({ media: { path, kind, width, height, description, poster, captions } }: { media: Media }) {
  if (kind === 'picture')
    return (
      <Picture src={path} alt={description} width={width ?? 320} height={height ?? 240} sizes="160px" most={320} />
    );
  if (kind === 'captions') return null;
  return (
    <video
      controls
      preload="metadata"
      src={path}
      poster={poster ?? undefined}
      width={width ?? undefined}
      height={height ?? undefined}
      aria-label={description || words.kinds.video}
    >
      {captions && <track kind="captions" src={captions} default />}
    </video>
  );
}

function UsedIn({ media: { uses, otherUses, clips } }: { media: Media }) {
  if (uses.length + otherUses + clips.length === 0) return <p className="soft">{words.unused}</p>;
  return (
    <div>
      <span>{words.usedIn}: </span>
      <ul className="studio-uses">
        {uses.map(({ kind, id, title, isLive }) => (
          <li key={`${kind} ${id}`}>
            <a href={pieceHref({ kind: kind as StudioKind, id })} lang={langOf(title)}>
              {title || studioEditor.noTitle}
            </a>{' '}
            ({isLive ? words.live : words.draft})
          </li>
        ))}
        {clips.length > 0 && <li>{words.ofClip}</li>}
        {otherUses > 0 && <li>{words.inOthers(otherUses)}</li>}
      </ul>
    </div>
  );
}

type FormProps = { media: Media; go: MediaProblem['go']; summary: string; isOpen: boolean; button: string };

/** Each act is a form of its own, behind one more tap. */
const MediaForm = ({ media, go, summary, isOpen, button, children }: FormProps & { children: ReactNode }) => (
  <details open={isOpen}>
    <summary>{summary}</summary>
    <form className="form" method="post">
      <WrittenBy />
      <input type="hidden" name="path" value={media.path} />
      {children}
      <button className={go === 'remove' ? 'btn ghost' : 'btn'} name="go" value={go}>
        {button}
      </button>
    </form>
  </details>
);

type Props = { media: Media; problem: MediaProblem | null };

function DescribeForm({ media, problem }: Props) {
  const id = idOf(media);
  return (
    <MediaForm media={media} go="describe" summary={words.edit} isOpen={problem !== null} button={words.save}>
      <Field
        id={`${id}-description`}
        name="description"
        label={words.description}
        hint={words.descriptionHint}
        defaultValue={problem?.description ?? media.description}
        maxLength={1_000}
        error={problem?.message}
        isFirstWrong={problem !== null}
      />
      <Field
        id={`${id}-credit`}
        name="credit"
        label={words.credit}
        defaultValue={problem?.credit ?? media.credit}
        maxLength={200}
      />
    </MediaForm>
  );
}

function CaptionsForm({ media, problem }: Props) {
  const id = `${idOf(media)}-captions`;
  return (
    <MediaForm
      media={media}
      go="captions"
      summary={words.captions}
      isOpen={problem !== null}
      button={words.captionSave}
    >
      <Labelled
        id={id}
        label={words.captionText}
        hint={words.captionHint(words.captionExample)}
        error={problem?.message}
      >
        <div className="field" data-captions hidden>
          <label htmlFor={`${id}-file`}>{words.captionFile}</label>
          <input className="in" id={`${id}-file`} type="file" accept=".vtt,.srt,text/vtt" />
        </div>
        <textarea
          className="in"
          id={id}
          name="text"
          rows={6}
          defaultValue={problem?.text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- only in a form that came back with an error
          autoFocus={problem !== null || undefined}
          {...marksOf({ id, hint: words.captionExample, error: problem?.message })}
        />
      </Labelled>
    </MediaForm>
  );
}

const RemoveForm = ({ media, problem }: Props) => (
  <MediaForm media={media} go="remove" summary={words.remove} isOpen={problem !== null} button={words.removeSure}>
    {problem && (
      <FieldError id="remove-error" isFocused>
        {problem.message}
      </FieldError>
    )}
    <p className="soft">{words.removeNote}</p>
  </MediaForm>
);

export default deskPage(StudioMediaView);
