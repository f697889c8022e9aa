import { createLocalStore } from '../platform/browser/local-store.ts';
import { make } from '../ui/make.ts';

// boot.ts loads this where it is needed; loading it is the start.

/** In the language that is offered, not in the page's. */
const offers: Record<string, { read: string; close: string }> = import.meta.env.VITE_LANGUAGE_OFFERS;

const hintRefused = createLocalStore('language-hint', {
  fallback: false,
  parse: (text) => (text === 'no' ? true : undefined),
  format: () => 'no',
});

/**
 * Offers the page in the language that the browser asks for first, where the site has it in that language: by the
 * switch's own link.
 */
function offerLanguage(): void {
  const { lang } = document.documentElement;
  const others = [...document.querySelectorAll<HTMLAnchorElement>('.top a[hreflang]')];
  const wanted = navigator.languages
    .map((tag) => tag.split('-')[0])
    .find((one) => one === lang || others.some(({ hreflang }) => hreflang === one));
  const link = others.find(({ hreflang }) => hreflang === wanted);
  if (link && document.head.querySelector(`link[hreflang="${link.hreflang}"]`)) showHint(link);
}

/** One line above the dock, which moves nothing, and covers no field: there the switch in the header has to do. */
function showHint(link: HTMLAnchorElement): void {
  const offer = offers[link.hreflang];
  if (!offer || hintRefused.read() || document.querySelector('main :is(textarea, select, .in)')) return;
  const { href, hreflang } = link;
  const close = make('button', { type: 'button', 'aria-label': offer.close }, '×');
  const hint = make(
    'aside',
    { class: 'toast', lang: hreflang, 'data-hint': 'language' },
    make('a', { href, hreflang }, offer.read),
    close,
  );
  close.addEventListener('click', () => {
    hintRefused.write(true);
    hint.remove();
  });
  // Beside the header, so that it comes early for the keyboard and a screen reader.
  (document.querySelector('header') ?? document.body).after(hint);
}

offerLanguage();
