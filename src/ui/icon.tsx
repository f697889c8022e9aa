import type { IconName } from './icons.ts';

type Name = IconName | (string & {});

/** Decorative (aria-hidden): adjacent text has the meaning. The server adds used symbols to the page's sprite. */
export function Icon({ name }: { name: Name }) {
  return (
    <svg aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  );
}

/** Scalloped seal with a category's icon, where there is no photograph. */
export function Seal({ name }: { name: Name }) {
  return (
    <svg className="seal" viewBox="0 0 64 64" aria-hidden="true">
      <use href="#i-seal" />
      <use href={`#i-${name}`} x="18" y="18" width="28" height="28" />
    </svg>
  );
}
