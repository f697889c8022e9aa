import { listening } from '../messages/listening.ts';
import { Icon } from './icon.tsx';

/**
 * Reads aloud what it stands on (islands/read-aloud.ts).
 * @param isSmall its words are for screen readers
 */
export const ListenButton = ({ isSmall = false }: { isSmall?: boolean }) => (
  <button type="button" className="tool" data-act="listen" aria-pressed={false}>
    <Icon name="sound" />
    <span className={isSmall ? 'vh' : undefined}>{listening.listen}</span>
  </button>
);
