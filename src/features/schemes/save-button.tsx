import { createContext, use } from 'react';
import { saving as words } from '../../messages/saving.ts';
import { Icon } from '../../ui/icon.tsx';

/** Ids of the articles that explain a scheme; provided once around the server's render. */
export const SchemesContext = createContext<ReadonlySet<number>>(new Set());

/** Save button in a card's footer. Must follow the title, whose stretched link covers what comes before it. */
export function SaveButton({ id, kind, title }: { id: number; kind: string; title: string }) {
  const isScheme = use(SchemesContext).has(id) && kind === 'ARTICLE';
  return (
    isScheme && (
      <button
        type="button"
        className="tool save"
        data-act="save"
        data-scheme={id}
        aria-pressed={false}
        aria-label={words.saveOf(title)}
      >
        <Icon name="save" />
      </button>
    )
  );
}
