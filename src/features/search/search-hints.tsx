import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../messages/messages.ts';
import type { Suggestion } from './search.contract.ts';

const waitMs = 150;
const leastLetters = 2;

const nothing: Suggestion[] = [];
const optionId = (at: number) => `hint-${at}`;
const fieldOf = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.name === 'q' && target.form?.matches('.find') ? target : null;

// Loaded with the first letter typed, not with the page.
async function suggest(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { queryClient, readApi } = await import('../../platform/query-client.ts');
  const queryKey = ['suggest', text];
  signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey }));
  const answer = await queryClient.fetchQuery({
    queryKey,
    staleTime: 60_000,
    queryFn: (query) => readApi<{ data: Suggestion[] }>(`/search/suggest?q=${encodeURIComponent(text)}`, query.signal),
  });
  return answer.data;
}

/**
 * Suggestions under whichever search field is being typed in: WAI-ARIA's combobox with a listbox.
 * The fields are plain forms that work without this; their markup is only told what it has become.
 */
export function SearchHints() {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [text, setText] = useState('');
  const [found, setFound] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);
  // What stands in the field as the page came was searched already.
  const isAsking = field !== null && text.length >= leastLetters && text !== field.defaultValue;
  const hints = isAsking ? found : nothing;
  const isOpen = hints.length > 0;

  useEffect(() => {
    const begin = (target: EventTarget | null) => {
      const typedIn = fieldOf(target);
      if (!typedIn) return;
      setField(typedIn);
      setText(typedIn.value.trim());
    };
    const onFocus = (event: FocusEvent) => begin(event.target);
    const onInput = (event: Event) => begin(event.target);
    const onBlur = (event: FocusEvent) => {
      if (fieldOf(event.target)) setField(null);
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('input', onInput);
    document.addEventListener('focusout', onBlur);
    // The touch that started React was perhaps the one into this field.
    begin(document.activeElement);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('input', onInput);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);

  useEffect(() => {
    if (!isAsking) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const show = (list: Suggestion[]) => {
        if (abort.signal.aborted) return;
        setFound(list);
        setActive(-1);
      };
      suggest(text, abort.signal).then(show, () => show(nothing));
    }, waitMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isAsking, text]);

  useEffect(() => {
    if (!field) return;
    const attributes: Record<string, string | null> = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? 'hints' : null,
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : null,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || !isOpen) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setActive((at) => ((at + step + 1 + hints.length + 1) % (hints.length + 1)) - 1);
      else if (event.key === 'Escape') setFound(nothing);
      else if (event.key === 'Enter' && hints[active]) location.assign(hints[active].canonicalUrl);
      else return;
      event.preventDefault();
    };
    field.addEventListener('keydown', onKey);
    return () => field.removeEventListener('keydown', onKey);
  }, [field, isOpen, hints, active]);

  if (!field?.form) return null;
  return createPortal(
    <>
      <p className="vh" role="status">
        {isOpen ? t.find.found(hints.length) : ''}
      </p>
      {isOpen && (
        <div className="hints" id="hints" role="listbox" tabIndex={-1} aria-label={t.find.suggestions}>
          {hints.map((hint, at) => (
            <a
              key={hint.canonicalUrl}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              tabIndex={-1}
              href={hint.canonicalUrl}
              onPointerDown={(event) => event.preventDefault()}
            >
              {hint.text} <small>{t.find.kinds[hint.kind]}</small>
            </a>
          ))}
        </div>
      )}
    </>,
    field.form,
  );
}
