import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, useLayoutEffect, useRef } from 'react';
import type { IslandProps } from '../../../islands/react-island.tsx';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { studio } from '../../../messages/studio.ts';
import { addressHere } from '../../../platform/settings/site-languages.ts';
import { usePresence } from '../presence/use-presence.ts';
import { WhoIsHere } from '../presence/who-is-here.tsx';
import { TranslationPane } from '../translation/translation-pane.tsx';
import { ActsPane } from './acts-pane.tsx';
import { Changes } from './changes.tsx';
import { fieldText } from './field-text.ts';
import { MayWrite, useMayWrite } from '../fields.tsx';
import { EditorContext, useEditor } from './editor-context.ts';
import { DetailsForm } from './details-form.tsx';
import { deviceDraftsOf } from './device-drafts.ts';
import type { EditorProps } from './editor-props.ts';
import { PieceSaver } from './piece-saver.ts';
import { PreviewPane } from './preview-pane.tsx';
import { Changing } from '../../../ui/changing.tsx';
import { labelOf } from './detail-fields.tsx';
import type { Snapshot, Conflict } from './piece-snapshot.ts';
import { areTranslated } from '../../../islands/translate-later.ts';
import { studioCalls } from './studio-calls.ts';
import { TextPane } from './text-pane.tsx';
import { fullStop, langOf } from '../../../ui/format.ts';

const views = ['text', 'details', 'scheme', 'translation', 'preview', 'toReaders'] as const;
type View = (typeof views)[number];

/** The name of a new piece on this device stands in the address, so that a reload finds it again. */
function localName(): string {
  const [, found] = /^#d=([\w-]{8,40})$/.exec(location.hash) ?? [];
  if (found) return found;
  const made = crypto.randomUUID();
  history.replaceState(history.state, '', `#d=${made}`);
  return made;
}

function makeSaver(props: EditorProps) {
  const calls = studioCalls(props.person);
  const addressOf = (id: number) => addressHere(`/studio/${props.kind}/${id}`);
  const saver = new PieceSaver({
    calls,
    drafts: deviceDraftsOf(props.person),
    props,
    local: props.open ? '' : localName(),
    onBegun: (id) => history.replaceState(history.state, '', addressOf(id)),
    onMoved: (id) => location.replace(addressOf(id)),
  });
  return { calls, saver };
}

function firstView({ hasBody, titleField, open, translateInto }: EditorProps): View {
  if (translateInto !== null && location.hash === '#translation') return 'translation';
  // The name stands above the text only where it is a title.
  return hasBody && (open !== null || titleField === 'title') ? 'text' : 'details';
}

/** One piece: its text, its fields, how readers will see it, and its way to them. */
export function PieceEditor({ takePlace, ...props }: EditorProps & IslandProps) {
  const [{ calls, saver }] = useState(() => makeSaver(props));
  const now = useSyncExternalStore(saver.subscribe, saver.read);
  const { editor, view, show, seen } = useViewPlaces<View>(firstView(props));
  const presence = usePresence(saver, calls, props.kind, now.base.id);
  const mayWrite = props.open?.mayWrite ?? true;

  useEffect(() => {
    takePlace();
    void saver.restore();
    const onHidden = () => document.visibilityState === 'hidden' && saver.leave();
    const onBack = () => saver.retry();
    const onUnload = (event: BeforeUnloadEvent) => {
      if (saver.isChanged && saver.read().keepsNothing) event.preventDefault();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener('visibilitychange', onHidden, { signal });
    addEventListener('pagehide', onHidden, { signal });
    addEventListener('online', onBack, { signal });
    addEventListener('focus', onBack, { signal });
    addEventListener('beforeunload', onUnload, { signal });
    return () => listening.abort();
  }, [saver, takePlace]);

  const hasScheme = props.fieldNames.includes('scheme');
  const isShown = (one: View) => {
    if (one === 'scheme') return hasScheme;
    if (one === 'translation') return props.translateInto !== null && now.base.id !== null;
    return props.hasBody || (one !== 'text' && one !== 'preview');
  };
  const shownViews = views.filter(isShown);
  const changesApproval = ['in_review', 'approved', 'scheduled'].includes(now.base.state) && saver.isChanged;
  const editing = { saver, now, calls, props };
  return (
    <EditorContext value={editing}>
      <MayWrite value={mayWrite}>
        <div className="studio-editor" data-view={view} ref={editor}>
          <div className="studio-bar">
            <SaveState />
            <div className="studio-views" role="group" aria-label={words.views}>
              {shownViews.map((one) => (
                <button key={one} type="button" aria-pressed={view === one} onClick={() => show(one)} data-of={one}>
                  {words[one]}
                </button>
              ))}
            </div>
          </div>
          <WhoIsHere {...presence} />
          {!mayWrite && <p className="call note">{words.readOnly}</p>}
          {changesApproval && (
            <p className="call warn">
              {studio.state[now.base.state]}
              {fullStop()} {words.takesApproval}
            </p>
          )}
          {now.isRestored && !now.conflict && (
            <p className="call note">
              {words.restored}{' '}
              <button
                type="button"
                className="link"
                // oxlint-disable-next-line no-alert -- the only question of the editor, before something is thrown away
                onClick={() => confirm(words.sureUseSaved) && void saver.dropMine()}
              >
                {words.takeSaved}
              </button>
            </p>
          )}
          {now.clashes !== null && (
            <p className="call note" role="status">
              {now.clashes === 0 ? words.conflict.merged : words.conflict.mergedTwice(now.clashes)}
            </p>
          )}
          {now.conflict && <ConflictPane conflict={now.conflict} />}
          <div className="studio-panes">
            <div className="studio-pane" data-pane="text">
              {props.hasBody && <TextPane />}
            </div>
            <div className="studio-pane" data-pane="details">
              <DetailsForm />
            </div>
            <div className="studio-pane" data-pane="scheme">
              {view === 'scheme' && <SchemePane />}
            </div>
            <div className="studio-pane" data-pane="translation">
              {view === 'translation' && props.translateInto !== null && (
                <TranslationPane languages={props.translateInto} />
              )}
            </div>
            <div className="studio-pane" data-pane="preview">
              {props.hasBody && <PreviewPane isShown={view === 'preview'} />}
            </div>
            <div className="studio-pane" data-pane="toReaders">
              {
                // A note that is half written must still be there after a look at the text.
                seen.has('toReaders') && <ActsPane isShown={view === 'toReaders'} />
              }
            </div>
          </div>
        </div>
      </MayWrite>
    </EditorContext>
  );
}

/**
 * Which view is shown, and where the page stood in the others: a view that was left is shown as it was, another from its
 * beginning. Otherwise a short view opens at the foot of the page, as the browser only shortens the way.
 */
function useViewPlaces<View extends string>(first: View) {
  const editor = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<View, number>());
  const [view, setView] = useState(first);
  const [seen, setSeen] = useState<ReadonlySet<View>>(() => new Set([first]));
  const hasMoved = useRef(false);

  const show = (next: View) => {
    if (next === view) return;
    places.current.set(view, scrollY);
    hasMoved.current = true;
    setSeen(new Set([...seen, next]));
    setView(next);
  };
  useLayoutEffect(() => {
    if (!hasMoved.current || !editor.current) return;
    const start = editor.current.getBoundingClientRect().top + scrollY;
    scrollTo({ top: places.current.get(view) ?? Math.min(scrollY, start), behavior: 'instant' });
  }, [view]);
  return { editor, view, show, seen };
}

/** The form of a scheme's record. It is fetched when it is first opened: few pieces have one. */
function SchemePane() {
  const { now } = useEditor();
  const {
    data: form,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['scheme form'],
    queryFn: async () => {
      const { SchemeForm } = await import('../scheme-form/scheme-form.tsx');
      await areTranslated();
      return { SchemeForm };
    },
    retry: false,
    staleTime: Infinity,
  });
  // A text that was restored or merged starts the fields anew.
  if (form) return <form.SchemeForm key={now.shown} />;
  return (
    <div role="status">
      {isError ? (
        <p className="call warn">
          {words.formNotLoaded}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </p>
      ) : (
        <p>{words.formLoading}</p>
      )}
    </div>
  );
}

function textOf({ status, base, keepsNothing }: Snapshot): string {
  switch (status.is) {
    case 'clean':
      return base.id === null ? words.status.fresh : words.status.clean(base.revision);
    case 'typing':
      return keepsNothing ? words.status.notOnPhone : words.status.typing;
    case 'onPhone':
      return words.status.onPhone;
    case 'saving':
      return words.status.saving;
    case 'problem':
      return words.status.notSaved(words.why[status.why]);
  }
}

/** Where the text is now: always in sight, and told to screen readers when it changes. */
function SaveState() {
  const { now, saver } = useEditor();
  const { status, base } = now;
  const isProblem = status.is === 'problem';
  return (
    <div className="studio-save">
      <p>
        <span className="studio-state" data-state={base.state}>
          <Changing text={studio.state[base.state]} />
        </span>{' '}
        <span role="status" className={isProblem ? 'err' : undefined}>
          {/* Each pause changes it from typing to kept: only what matters is said aloud. */}
          <span data-save-state={status.is}>
            <Changing text={textOf(now)} />
          </span>
        </span>
      </p>
      {useMayWrite() && (
        <button
          type="button"
          className="btn"
          onClick={() => void saver.save(true)}
          disabled={(status.is === 'clean' && base.id !== null) || now.conflict !== null}
        >
          {words.save}
        </button>
      )}
      {isProblem && (status.why === 'signedOut' || status.why === 'otherPerson') && (
        <p className="studio-wide">
          <a href={addressHere('/login')} target="_blank" rel="noopener">
            {words.signInAgain}
          </a>
          {fullStop()} {words.afterSignIn}
        </p>
      )}
      {isProblem && status.details.length > 0 && (
        <ul className="studio-wide err">
          {status.details.map(({ path, message }) => (
            <li key={path + message}>
              <b>{labelOf(path)}</b>: <span lang={langOf(message)}>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Both texts, field by field, and the choice between them. */
function ConflictPane({ conflict }: { conflict: Conflict }) {
  const { saver, now } = useEditor();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { theirs, name, base } = conflict;
  const theirValue = (field: string) => (field === 'body' ? theirs.body : theirs.fields[field]);
  const baseValue = (field: string) => (field === 'body' ? base?.body : base?.fields[field]);
  const changedByThem = base
    ? [...new Set([...Object.keys(theirs.fields), ...Object.keys(base.fields), 'body'])].filter(
        (field) => fieldText(theirValue(field)) !== fieldText(baseValue(field)),
      )
    : [];
  const fields = [...new Set([...Object.keys(now.changes), ...changedByThem])].filter((field) => field !== 'updatedAt');
  const mine = (field: string) => fieldText(field in now.changes ? now.changes[field] : baseValue(field));
  return (
    <section className="studio-conflict" aria-labelledby="conflict-heading">
      <h2 id="conflict-heading" ref={heading} tabIndex={-1}>
        {words.conflict.heading}
      </h2>
      <p>{words.conflict.note(words.by(name) || words.conflict.somebody, theirs.revision)}</p>
      {fields.map((field) => (
        <div key={field} className="stack">
          <h3>{words.conflict.field(words.fields[field] ?? field)}</h3>
          {mine(field) === fieldText(theirValue(field)) ? (
            <p className="soft">{words.conflict.same}</p>
          ) : (
            <>
              <p className="hint">{words.conflict.marks}</p>
              <Changes before={fieldText(theirValue(field))} after={mine(field)} />
              <div className="studio-both">
                <Whole title={words.conflict.yours} text={mine(field)} />
                <Whole title={words.conflict.theirs} text={fieldText(theirValue(field))} />
              </div>
            </>
          )}
        </div>
      ))}
      <div className="studio-row">
        {base && (
          <button type="button" className="btn" onClick={() => void saver.resolve('both')}>
            {words.conflict.both}
          </button>
        )}
        <button type="button" className="btn ghost" onClick={() => void saver.resolve('mine')}>
          {words.conflict.mine}
        </button>
        <button type="button" className="btn ghost" onClick={() => void saver.resolve('theirs')}>
          {words.conflict.their}
        </button>
      </div>
      {base && <p className="hint">{words.conflict.bothNote}</p>}
    </section>
  );
}

function Whole({ title, text }: { title: string; text: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre>{text}</pre>
    </details>
  );
}
