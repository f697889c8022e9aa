import type { EditorProps } from '../../features/studio/editor/editor-props.ts';
import { t } from '../../messages/messages.ts';
import { searchesDesk } from '../../messages/searches-desk.ts';
import { studioArrange } from '../../messages/studio-arrange.ts';
import { studioEditor as words } from '../../messages/studio-editor.ts';
import { studio } from '../../messages/studio.ts';
import { langOf } from '../../ui/format.ts';
import { Island } from '../../ui/island.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ActList, type ReviewNote } from './studio-parts.tsx';

/** `title`: null for a new piece. */
export type StudioPieceModel = {
  title: string | null;
  props: EditorProps;
  /** What readers search for, to be said in the text. */
  say: string | null;
  /** Of the last act of a review. */
  note: ReviewNote | null;
};

/** The frame of the editor: the address of the piece, and what stands there before its script runs. */
export function StudioPieceView({ title, props, say, note }: StudioPieceModel) {
  const { kind, open } = props;
  const heading = (kind === 'feed' && open ? studioArrange.parts[open.key] : title) ?? words.newPiece;
  return (
    <>
      <PageHead
        title={t.site.titleOf(heading || words.noTitle)}
        description={studio.describe}
        path={`/studio/${kind}/${open?.id ?? 'new'}`}
        isUnlisted
      />
      <nav className="studio-trail" aria-label={words.parts}>
        <a href="/studio">{words.desk}</a>
        <a href={`/studio/${kind}`}>{words.kinds[kind]}</a>
        {open && <a href={`/studio/${kind}/${open.id}/history`}>{words.history}</a>}
        {open?.live != null && open.canonicalUrl && <a href={open.canonicalUrl}>{words.seePage}</a>}
      </nav>
      <h1 className="studio-title" lang={langOf(heading)}>
        {heading || words.noTitle}
      </h1>
      {note && (
        <div className="call note">
          <ActList acts={[note]} />
        </div>
      )}
      {say !== null && <p className="call note">{searchesDesk.sayHere(say)}</p>}
      <Island name="studio-editor" when="now" props={props}>
        <noscript>
          <p className="call warn">{words.needsScript}</p>
        </noscript>
      </Island>
    </>
  );
}
