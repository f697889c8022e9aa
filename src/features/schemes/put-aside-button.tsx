import { createContext, use } from 'react';
import { scheme as words } from '../../messages/schemes.ts';
import { Icon } from '../../ui/icon.tsx';

/** Which articles explain a scheme, by number: provided once around what the server renders. */
export const SchemesContext = createContext<ReadonlySet<number>>(new Set());

/** On a card, where its article explains a scheme. After the title: its link covers what comes before. */
export function PutAside({ id, kind, title }: { id: number; kind: string; title: string }) {
  const isScheme = use(SchemesContext).has(id) && kind === 'ARTICLE';
  return (
    isScheme && (
      <button
        type="button"
        className="chip put"
        data-act="aside"
        data-scheme={id}
        aria-pressed={false}
        aria-label={words.asideOf(title)}
      >
        <Icon name="aside" />
      </button>
    )
  );
}
