import { t } from '../messages/messages.ts';
import { Icon } from './icon.tsx';

type Props = { id: string; value?: string; placeholder?: string; label?: string };

/** Plain GET /search?q=; works without script. */
export function SearchForm({ id, value, placeholder = t.find.placeholder, label = t.find.label }: Props) {
  return (
    <form className="find" role="search" aria-label={label} action="/search" data-island="hints" data-when="touched">
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={value}
        placeholder={placeholder}
        maxLength={200}
        // Otherwise Back brings what was typed later, beside the results of what was typed first.
        autoComplete="off"
        enterKeyHint="search"
      />
      <button className="tool" aria-label={t.find.button}>
        <Icon name="search" />
      </button>
    </form>
  );
}
