import { studioEditor as words } from '../../../messages/studio-editor.ts';
import type { useLivePieces } from './use-live-pieces.ts';

/** A search without an answer is no search without results. */
export function SearchStatus({ found }: { found: ReturnType<typeof useLivePieces> }) {
  return (
    <div role="status">
      {found === 'failed' ? <p>{words.searchFailed}</p> : found?.length === 0 && <p>{words.relatedNone}</p>}
    </div>
  );
}
