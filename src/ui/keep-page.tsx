import { saving } from '../messages/saving.ts';
import { Icon } from './icon.tsx';

/**
 * Saves the page that it stands on, with its pictures, on this device (islands/save-page.ts).
 * @param isSmall its words are for screen readers
 */
export const KeepPage = ({ isSmall = false }: { isSmall?: boolean }) => (
  <button type="button" className="tool" data-act="save" data-done={saving.saved} aria-pressed={false}>
    <Icon name="save" />
    <span className={isSmall ? 'vh' : undefined}>{saving.save}</span>
  </button>
);
