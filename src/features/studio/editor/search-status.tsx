import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { Changing } from '../../../ui/changing.tsx';
import type { useLivePieces } from './use-live-pieces.ts';

/** A search without an answer is no search without results. */
export function SearchStatus({ found }: { found: ReturnType<typeof useLivePieces> }) {
  return (
    <div role="status">
      {found === 'failed' && <Changing text={words.searchFailed} />}
      {Array.isArray(found) && found.length === 0 && <Changing text={words.relatedNone} />}
    </div>
  );
}
